export {
  findPeople as findSenders,
  findPerson as findSender,
  type Person as Sender,
} from '../../people/feature.ts';
