import { type ClientPage, goTo } from '../../client-pages/feature.ts';
import { beginView, showView } from './asClient.ts';
import { addFollower, removeFollower } from './followers.ts';
import { createTicket, showNewTicket } from './newTicket.ts';
import { changeStatus, nameTicket, reply } from './reply.ts';
import { showTicket } from './ticket.ts';
import { showTicketList } from './ticketList.ts';

/** The pages on which clients read their tickets, reply to them and create new ones. */
export const ticketPages: readonly ClientPage[] = [
  { path: '/', entry: 'clientPages:nav:tickets', show: showTicketList },
  { path: '/tickets', isOpen: true, show: (visit) => goTo(visit, visit.base) },
  {
    path: '/tickets',
    method: 'POST',
    keepsText: true,
    answersAnothers: true,
    kept: {
      title: 'clientPages:newTicket:title',
      button: 'clientPages:newTicket:send',
      labels: {
        subject: 'clientPages:newTicket:subject',
        description: 'clientPages:newTicket:description',
      },
      draft: 'new',
    },
    show: createTicket,
  },
  { path: '/tickets/new', show: showNewTicket },
  { path: '/tickets/:id', show: (visit, id) => showTicket(visit, id) },
  {
    path: '/tickets/:id/replies',
    method: 'POST',
    keepsText: true,
    answersAnothers: true,
    kept: {
      title: 'clientPages:ticket:reply',
      button: 'clientPages:ticket:send',
      labels: { body: 'clientPages:ticket:reply' },
      draft: ':id',
      about: nameTicket,
    },
    show: reply,
  },
  { path: '/tickets/:id/close', method: 'POST', show: (visit, id) => changeStatus(visit, id, 'closed') },
  { path: '/tickets/:id/reopen', method: 'POST', show: (visit, id) => changeStatus(visit, id, 'open') },
  { path: '/tickets/:id/followers', method: 'POST', show: addFollower },
  { path: '/tickets/:id/followers/:user/remove', method: 'POST', show: removeFollower },
  { path: '/as-client/:id', isOpen: true, show: showView },
  { path: '/as-client/:id', method: 'POST', isOpen: true, show: beginView },
];
