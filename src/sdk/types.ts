/** What each operation takes and answers, made from the API's description: `npm run sdk:types` makes it anew. */

/** What an answer of the API that refuses something says in `error`. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'invalid_transition'
  | 'idempotency_in_flight'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'validation_failed'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';
/** What the body of a webhook is. */
export type WebhookEvent =
  TicketCreatedEvent | TicketUpdatedEvent | TicketRepliedEvent | FileUploadedEvent | WebhookTestEvent;

export interface Operations {
  /** Lists the tickets in reach, newest first. */
  list_tickets: {
    input: {
      /** Tickets of this status alone. */
      status?: 'open' | 'in_progress' | 'resolved' | 'closed';
      /** Tickets of this priority alone. */
      priority?: 'low' | 'medium' | 'high' | 'urgent';
      /** Part of the subject or the description, any case; `%` and `_` mean themselves. */
      search?: string;
      /** A moment with any offset, included. */
      updated_since?: string;
      /** With `-` descending (default `-created_at`). */
      sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'priority' | '-priority';
      /** `full`: the full tickets. */
      view?: 'full';
      /** One organization; for keys that span organizations. */
      organization_id?: string;
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output:
      | {
          data: TicketSummary[];
          meta: PageMeta | CursorMeta;
        }
      | {
          data: Ticket[];
          meta: PageMeta | CursorMeta;
        };
  };
  /** Creates a ticket. */
  create_ticket: {
    input: {
      /** On one line. */
      subject: string;
      description?: string | null;
      /** Default: `medium`. */
      priority?: 'low' | 'medium' | 'high' | 'urgent';
      /** A client of the organization, whom it is for. For staff. */
      requester_id?: string;
      /** Staff, or a representative of the organization. For staff. */
      assignee_id?: string | null;
      /** For keys that span organizations, which must give it. */
      organization_id?: string;
    };
    output: Ticket;
  };
  /** Reads a ticket. */
  get_ticket: {
    input: {};
    output: Ticket;
  };
  /** Changes a ticket. */
  update_ticket: {
    input: {
      subject?: string;
      /** Null clears it. */
      description?: string | null;
      status?: 'open' | 'in_progress' | 'resolved' | 'closed';
      priority?: 'low' | 'medium' | 'high' | 'urgent';
      /** Null unassigns. For staff. */
      assignee_id?: string | null;
      /** For staff. */
      requester_id?: string;
    };
    output: Ticket;
  };
  /** Lists what was said on a ticket, oldest first. */
  list_replies: {
    input: {
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: Reply[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Says something on a ticket. */
  reply_to_ticket: {
    input: {
      /** What is said, as plain text. */
      body: string;
      /** Whether staff and representatives alone see it; clients may not say. */
      internal?: boolean;
    };
    output: Reply;
  };
  /** Lists the folders in reach, newest first. */
  list_folders: {
    input: {
      /** One organization; for keys that span organizations. */
      organization_id?: string;
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: Folder[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Makes a folder. */
  create_folder: {
    input: {
      /** On one line. */
      name: string;
      /** For keys that span organizations, which must give it. */
      organization_id?: string;
    };
    output: Folder;
  };
  /** Reads a folder. */
  get_folder: {
    input: {};
    output: Folder;
  };
  /** Renames a folder. */
  rename_folder: {
    input: {
      /** On one line. */
      name: string;
    };
    output: Folder;
  };
  /** Deletes an empty folder; one that holds files is 409. */
  delete_folder: {
    input: {};
    output: null;
  };
  /** Lists the files in reach, newest first. */
  list_files: {
    input: {
      /** The files of one folder. */
      folder_id?: string;
      /** The files attached to one ticket. */
      ticket_id?: string;
      /** One organization; for keys that span organizations. */
      organization_id?: string;
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: File[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Uploads a file into a folder. */
  upload_file: {
    input: {
      /** The file. */
      file: string;
      /** The folder that it goes into. */
      folder_id: string;
      /** A ticket of the same organization that it is attached to. */
      ticket_id?: string;
    };
    output: File;
  };
  /** Reads what is known of a file, with a link to download it. */
  get_file: {
    input: {};
    output: File;
  };
  /** Deletes a file and its bytes. */
  delete_file: {
    input: {};
    output: null;
  };
  /** Downloads a file by its signed link, whole or by a byte range. Needs no API key. */
  download_file: {
    input: {
      /** Until when the link holds, in Unix seconds. */
      expires: string;
      /** As it was handed out. */
      signature: string;
    };
    output: null;
  };
  /** Lists the organizations in reach, newest first. For staff’s keys. */
  list_organizations: {
    input: {
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: Organization[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Lists the people in reach, newest first. For staff’s keys. */
  list_users: {
    input: {
      /** The whole address, any case. */
      email?: string;
      /** Such as `client`. */
      role?: string;
      /** One organization; for keys that span organizations. */
      organization_id?: string;
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: {
        id: string;
        name: string | null;
        email: string;
        role: string;
        /** Of clients; null for everybody else. */
        organization_id: string | null;
      }[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Registers a webhook. The answer shows its secret for the only time. */
  create_webhook: {
    input: {
      /** Begins with `https://`; no credentials in it. */
      url: string;
      /** What the webhook hears of. Repeats are removed. */
      events: ('ticket.created' | 'ticket.updated' | 'ticket.replied' | 'file.uploaded' | 'ticket.*' | '*')[];
      /** For keys that span organizations: whose events it sees; left out, all. */
      organization_id?: string;
    };
    output: {
      id: string;
      url: string;
      events: ('ticket.created' | 'ticket.updated' | 'ticket.replied' | 'file.uploaded' | 'ticket.*' | '*')[];
      status: 'enabled' | 'disabled';
      /** Whose events it sees; null for all. */
      organization_id: string | null;
      created_at: string;
      /** Verifies signatures; begins with `whsec_`. */
      secret: string;
    };
  };
  /** Lists the webhooks in reach, newest first. */
  list_webhooks: {
    input: {
      /** One organization; for keys that span organizations. */
      organization_id?: string;
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: Webhook[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Reads a webhook. */
  get_webhook: {
    input: {};
    output: Webhook;
  };
  /** Changes a webhook. Later tries go to the new address. */
  update_webhook: {
    input: {
      /** Begins with `https://`; no credentials in it. */
      url?: string;
      /** What the webhook hears of. Repeats are removed. */
      events?: (
        'ticket.created' | 'ticket.updated' | 'ticket.replied' | 'file.uploaded' | 'ticket.*' | '*'
      )[];
      /** While it is disabled nothing is sent, and new events are kept as failed. */
      status?: 'enabled' | 'disabled';
    };
    output: Webhook;
  };
  /** Deletes a webhook with its deliveries; what was pending ends. */
  delete_webhook: {
    input: {};
    output: null;
  };
  /** Replaces the secret. The answer shows the new one for the only time. */
  rotate_webhook_secret: {
    input: {};
    output: {
      secret: string;
    };
  };
  /** Sends the event `webhook.test`, the way every event goes. */
  test_webhook: {
    input: {};
    output: {
      delivery_id: string;
    };
  };
  /** Lists what was and is to be sent to a webhook, newest first. */
  list_webhook_deliveries: {
    input: {
      /** Deliveries of this status alone. */
      status?: 'pending' | 'delivered' | 'failed';
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: Delivery[];
      meta: PageMeta | CursorMeta;
    };
  };
  /** Reads a delivery, with what was sent and answered at the last try. */
  get_webhook_delivery: {
    input: {};
    output: FullDelivery;
  };
  /** Sends a delivery again at once, with the same `webhook-id` and body. */
  redeliver_webhook: {
    input: {};
    output: {
      delivery_id: string;
    };
  };
  /** Sends again every delivery that is `failed` now and was created at a moment or later. */
  recover_webhook: {
    input: {
      /** A moment with any offset, included. */
      since: string;
    };
    output: {
      /** Deliveries. */
      count: number;
    };
  };
  /** Lists the mails that were handed to the mail function, newest first. */
  list_email_log: {
    input: {
      /** Part of a recipient, any case; `%` and `_` mean themselves. */
      to?: string;
      /** Part of the subject, any case; `%` and `_` mean themselves. */
      search?: string;
      /** `sent` is handed to the transport, not delivered. */
      status?: 'sent' | 'failed';
      /** Notification type, such as `ticket_update`. */
      type?: string;
      /** `proxy`, `smtp`, `phpmail` or another transport by name. */
      transport?: string;
      /** Whether another transport had refused the mail before. */
      fallback?: 'true' | 'false';
      /** First day, UTC. */
      since?: string;
      /** Last day, UTC, included. */
      until?: string;
      /** Kind of the related record, such as `ticket`. */
      related_type?: string;
      /** Id of the related record; needs `related_type`. */
      related_id?: string;
      /** Page number, from 1 (default 1). */
      page?: number;
      /** Rows a page, 1 to 100 (default 25). */
      per_page?: number;
      /** Instead of `page`: empty to begin, then the `next_cursor` of the page before. */
      cursor?: string;
    };
    output: {
      data: EmailLogRow[];
      meta:
        | {
            page: number;
            per_page: number;
            total: number;
            /** The oldest moment the log can speak for. */
            covers_since: string;
          }
        | {
            per_page: number;
            next_cursor: string | null;
            /** The oldest moment the log can speak for. */
            covers_since: string;
          };
    };
  };
}
export interface TicketSummary {
  id: string;
  subject: string;
  status: 'open' | 'in_progress' | 'resolved' | 'closed';
  priority: 'low' | 'medium' | 'high' | 'urgent';
  created_at: string;
}
export interface PageMeta {
  page: number;
  per_page: number;
  /** All rows, of all pages. */
  total: number;
}
export interface CursorMeta {
  per_page: number;
  /** For the next page; null at the end. */
  next_cursor: string | null;
}
export interface Ticket {
  id: string;
  subject: string;
  description: string | null;
  status: 'open' | 'in_progress' | 'resolved' | 'closed';
  priority: 'low' | 'medium' | 'high' | 'urgent';
  created_at: string;
  updated_at: string;
  /** The user who made it; null once they are deleted. */
  created_by: string | null;
  /** Whom it is for. */
  requester_id: string | null;
  /** Who sees to it. */
  assignee_id: string | null;
  organization_id: string | null;
}
export interface Reply {
  id: string;
  ticket_id: string;
  body: string;
  /** Clients never see such a reply. */
  internal: boolean;
  created_at: string;
  /** The user who wrote it; null once they are deleted. */
  created_by: string | null;
}
export interface Folder {
  id: string;
  name: string;
  organization_id: string | null;
  created_at: string;
}
export interface File {
  id: string;
  /** As the client named it, without a path. */
  filename: string;
  size_bytes: number;
  /** What the bytes are where they tell it, else what was declared. */
  mime_type: string;
  folder_id: string | null;
  ticket_id: string | null;
  uploaded_at: string;
  /** Good for one hour, without any other credential. */
  download_url: string;
}
export interface Organization {
  id: string;
  name: string;
  created_at: string;
}
export interface Webhook {
  id: string;
  url: string;
  events: ('ticket.created' | 'ticket.updated' | 'ticket.replied' | 'file.uploaded' | 'ticket.*' | '*')[];
  status: 'enabled' | 'disabled';
  /** Whose events it sees; null for all. */
  organization_id: string | null;
  created_at: string;
  /** `owner`: by PATCH; `gone`: by a 410; `failing`: by five days of failing; null while enabled. */
  disabled_reason: 'owner' | 'gone' | 'failing' | null;
}
export interface Delivery {
  id: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Tries that have begun, those cut off by a crash too. */
  attempts: number;
  response_status: number | null;
  error_class: 'dns' | 'connect' | 'tls' | 'timeout' | 'status' | 'redirect' | 'blocked' | 'disabled' | null;
  error: string | null;
  created_at: string;
  /** When the last try began. */
  last_attempt_at: string | null;
  /** Null while a try runs, and once nothing is due. */
  next_attempt_at: string | null;
}
export interface FullDelivery {
  id: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Tries that have begun, those cut off by a crash too. */
  attempts: number;
  response_status: number | null;
  error_class: 'dns' | 'connect' | 'tls' | 'timeout' | 'status' | 'redirect' | 'blocked' | 'disabled' | null;
  error: string | null;
  created_at: string;
  /** When the last try began. */
  last_attempt_at: string | null;
  /** Null while a try runs, and once nothing is due. */
  next_attempt_at: string | null;
  /** Of the last try. */
  request: {
    headers: {
      [k: string]: string;
    };
    body: string;
  } | null;
  /** Of the last try; null where there was none. */
  response: {
    status: number;
    headers: {
      [k: string]: string;
    };
    /** The first 2 KiB, as text. */
    body: string;
  } | null;
}
export interface EmailLogRow {
  id: string;
  created_at: string;
  status: 'sent' | 'failed';
  transport: string | null;
  to: string;
  subject: string | null;
  type: string | null;
  related_type: string | null;
  related_id: string | null;
  user_id: string | null;
  error: string | null;
  fallback:
    | {
        transport: string;
        error: string;
      }[]
    | null;
  message_id: string | null;
}
export interface TicketCreatedEvent {
  event: 'ticket.created';
  /** When it happened: the same on every try. */
  timestamp: string;
  /** A ticket was made. */
  data: {
    id: string;
    subject: string;
    status: 'open' | 'in_progress' | 'resolved' | 'closed';
    priority: 'low' | 'medium' | 'high' | 'urgent';
    /** A user; null once they are deleted. */
    created_by: string | null;
  };
}
export interface TicketUpdatedEvent {
  event: 'ticket.updated';
  /** When it happened: the same on every try. */
  timestamp: string;
  /** A ticket was changed. */
  data: {
    id: string;
    subject: string;
    status: 'open' | 'in_progress' | 'resolved' | 'closed';
    priority: 'low' | 'medium' | 'high' | 'urgent';
    /** A user; null once they are deleted. */
    created_by: string | null;
    updated_at: string;
    /** What differs, by the names of the API’s fields. */
    changes: {
      [k: string]: {
        from: unknown;
        to: unknown;
      };
    };
    /** Rises by one per ticket. */
    sequence: number;
  };
}
export interface TicketRepliedEvent {
  event: 'ticket.replied';
  /** When it happened: the same on every try. */
  timestamp: string;
  /** Somebody replied to a ticket. Internal replies are never told. */
  data: {
    id: string;
    ticket_id: string;
    body: string;
    /** A user; null once they are deleted. */
    created_by: string | null;
    created_at: string;
  };
}
export interface FileUploadedEvent {
  event: 'file.uploaded';
  /** When it happened: the same on every try. */
  timestamp: string;
  /** A file was uploaded. */
  data: {
    id: string;
    filename: string;
    size_bytes: number;
    mime_type: string;
    folder_id: string;
    ticket_id: string | null;
    uploaded_at: string;
    /** A user; null once they are deleted. */
    uploaded_by: string | null;
  };
}
export interface WebhookTestEvent {
  event: 'webhook.test';
  /** When it happened: the same on every try. */
  timestamp: string;
  /** The test of a webhook. Nobody subscribes to it. */
  data: {
    webhook_id: string;
  };
}
