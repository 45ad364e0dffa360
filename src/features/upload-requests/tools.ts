import { z } from 'zod';
import { operationTool } from '../../core/tools/operationTool.ts';
import type { Tool } from '../../core/tools/tool.ts';
import { createUploadRequest } from './operations/changeRequests.ts';
import { uploadRequest } from './operations/request.ts';

export const requestTools: readonly Tool[] = [
  operationTool({
    name: 'create_upload_request',
    title: 'Ask for files',
    description:
      'Asks people for files. Each recipient is mailed a link at once, which cannot be undone; they need no account. What arrives goes into the folder, and to the ticket if one is named.',
    operation: createUploadRequest,
    // No secret of a person goes through a model.
    without: ['password'],
    output: z.strictObject(uploadRequest.shape),
    readOnly: false,
    hints: { openWorldHint: true, destructiveHint: false },
  }),
];
