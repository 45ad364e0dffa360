import { forgetDefaultInstance } from '../portal/defaultInstance.ts';

// Test files share a process: none begins with the instance of another.
forgetDefaultInstance();
