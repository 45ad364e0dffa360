export { FallbackTrail } from '../admin/FallbackTrail.tsx';
