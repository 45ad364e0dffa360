import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, isMember } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import type { Feature } from '../../core/feature.ts';
import { rejectParameters } from '../../core/http/body.ts';
import type { HeaderParameter, ServedOperation, Users } from '../../core/http/operation.ts';
import type { OpenContext, OperationContext, ServedRequest } from '../../core/http/operationContext.ts';
import { type ApiErrorCode, validationFailed } from '../../core/shared/errors/errors.ts';
import { appendUpload, beginUpload, endUpload, readUpload } from './serve.ts';
import { protocolVersion } from './tus/tus.ts';
import { byHolder, byUser, type Uploading, upload } from './uploading.ts';

interface UploadRoute {
  readonly ending: string;
  readonly whom: string;
  readonly path: string;
  readonly who: Users;
  /** The security schemes of people without an account, who may send here as well. */
  readonly holderSchemes: readonly string[];
  /** The errors of their credentials. */
  readonly holderErrors: readonly ApiErrorCode[];
}

const routesOf = (features: readonly Feature[]): readonly UploadRoute[] => [
  {
    ending: '',
    whom: '',
    holderSchemes: features.flatMap(({ uploadCredential }) => uploadCredential?.scheme ?? []),
    holderErrors: ['not_found', 'link_expired'],
    path: '/portal/v1/uploads',
    who: { gate: isMember, scope: 'files:write', sessions: ['staff', 'representative'] },
  },
  {
    ending: '_for_client',
    whom: ' For clients, by the session of the client pages.',
    path: '/portal/v1/client/uploads',
    holderSchemes: [],
    holderErrors: [],
    who: { gate: isClient, scope: 'files:write', sessions: ['client'] },
  },
];

const version: HeaderParameter = {
  name: 'Tus-Resumable',
  description: 'The version of the protocol.',
  required: true,
  example: protocolVersion,
};

const input = z.strictObject({});

/** A chunk of this size costs its sender more than the server, if it is taken: the rate limit does not slow large files down. */
const uncountedChunk = 1024 * 1024;

const isLargeChunk = ({ headers, method }: PayloadRequest): boolean =>
  method === 'PATCH' && Number(headers.get('Content-Length') ?? 0) >= uncountedChunk;

/** The bytes that a chunk has added to its upload. */
const takenOf = ({ headers }: PayloadRequest, response: Response): number =>
  Number(response.headers.get('Upload-Offset')) - Number(headers.get('Upload-Offset'));

/** Counts a large chunk that was refused, or ended early: it may have cost its sender no more than its headers. */
const countIfRefused = async (
  req: PayloadRequest,
  count: () => void,
  serve: () => Promise<Response>,
): Promise<Response> => {
  let isTaken = false;
  try {
    const response = await serve();
    isTaken = takenOf(req, response) >= uncountedChunk;
    return response;
  } finally {
    if (!isTaken && isLargeChunk(req)) count();
  }
};

const assertNoParameters = ({ req }: OpenContext | OperationContext): void => {
  const unknown = rejectParameters(new URL(req.url ?? '/', 'http://localhost').searchParams);
  if (unknown.length > 0) throw validationFailed(unknown);
};

const servedBy = (
  { holderSchemes }: Pick<UploadRoute, 'holderSchemes'>,
  serve: (uploading: Uploading) => Promise<Response>,
) => ({
  kind: 'served' as const,
  serve(context: OperationContext, { countAnother, identifyIfSlow }: ServedRequest) {
    return countIfRefused(context.req, countAnother, async () => {
      assertNoParameters(context);
      return serve(byUser(context, identifyIfSlow));
    });
  },
  ...(holderSchemes.length > 0 && {
    holderSchemes,
    async serveHolder(context: OpenContext) {
      const uploading = await byHolder(context);
      if (!uploading) return null;
      const { countStranger, req } = context;
      if (!isLargeChunk(req)) countStranger();
      return countIfRefused(req, countStranger, async () => {
        assertNoParameters(context);
        return serve(uploading);
      });
    },
  }),
});

const optionsHeaders = ({ options }: PortalContext) => ({
  'Tus-Resumable': protocolVersion,
  'Tus-Version': protocolVersion,
  'Tus-Extension': 'creation,termination,expiration',
  'Tus-Max-Size': String(options.uploads.maxBytes),
});

const begin = ({ ending, whom, path, who, ...holders }: UploadRoute): ServedOperation => ({
  ...servedBy(holders, beginUpload),
  name: `begin_upload${ending}`,
  summary: `Starts a large upload, by the protocol tus 1.0.${whom}`,
  description:
    '`Upload-Metadata` holds `filename`, `target` and, if known, `filetype`, each in Base64. Targets are `file:` and the id of a folder, `ticket:` and the id of a ticket, `transfer:` and the id of a draft, and `link` for the holder of the link of an upload request, with `item_id` and `name` as further metadata. `Location` is the address to which the bytes go. An upload is there only for the credential that began it, and ends after 24 hours.',
  method: 'POST',
  path,
  who,
  input,
  body: { raw: {} },
  response: {
    output: upload,
    status: 201,
    headers: ['Location', 'Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Offset'],
  },
  errors: [
    'bad_request',
    'conflict',
    'precondition_failed',
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
    'insufficient_storage',
    ...holders.holderErrors,
  ],
  optionsHeaders,
  protocol: {
    requestHeaders: [
      version,
      {
        name: 'Upload-Length',
        description: 'The size of the file, in bytes.',
        required: true,
        example: '104857600',
      },
      {
        name: 'Upload-Metadata',
        description: 'Names and values in Base64.',
        required: true,
        example: 'filename cGxhbnMuemlw,target dGlja2V0OjE3',
      },
    ],
  },
});

const read = ({ ending, whom, path, who, ...holders }: UploadRoute): ServedOperation => ({
  ...servedBy(holders, readUpload),
  name: `get_upload${ending}`,
  summary: `Reads the state of a large upload.${whom}`,
  description:
    'HEAD with `Tus-Resumable` returns the exact `Upload-Offset`, and ends a request that still sends.',
  method: 'GET',
  path: `${path}/{upload_id}`,
  who,
  input,
  response: {
    output: upload,
    status: 200,
    headers: ['Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Offset'],
  },
  errors: ['conflict', 'precondition_failed', 'validation_failed', ...holders.holderErrors],
  optionsHeaders,
  protocol: { requestHeaders: [{ ...version, required: false }] },
});

const append = ({ ending, whom, path, who, ...holders }: UploadRoute): ServedOperation => ({
  ...servedBy(holders, appendUpload),
  name: `append_upload${ending}`,
  summary: `Sends the next bytes of a large upload.${whom}`,
  description:
    'The last bytes complete the file. Chunks of 4 MiB pass every proxy; those of 1 MiB or more do not count in the rate limit.',
  method: 'PATCH',
  path: `${path}/{upload_id}`,
  who,
  input,
  body: { raw: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } } },
  response: {
    output: z.null(),
    status: 204,
    headers: ['Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Offset'],
  },
  errors: [
    'bad_request',
    'conflict',
    'precondition_failed',
    'validation_failed',
    'insufficient_storage',
    ...holders.holderErrors,
  ],
  isUncounted: isLargeChunk,
  protocol: {
    requestHeaders: [
      version,
      {
        name: 'Upload-Offset',
        description: 'The number of bytes that have arrived.',
        required: true,
        example: '4194304',
      },
    ],
  },
});

const end = ({ ending, whom, path, who, ...holders }: UploadRoute): ServedOperation => ({
  ...servedBy(holders, endUpload),
  name: `end_upload${ending}`,
  summary: `Deletes an unfinished large upload.${whom}`,
  method: 'DELETE',
  path: `${path}/{upload_id}`,
  who,
  input,
  response: { output: z.null(), status: 204, headers: ['Tus-Resumable'] },
  errors: ['conflict', 'precondition_failed', 'validation_failed', ...holders.holderErrors],
  protocol: { requestHeaders: [version] },
});

/** The operations of the protocol on the route of staff, keys and links, and on that of clients. */
export const uploadOperations = (
  features: readonly Feature[],
  areClientsIn: boolean,
): readonly ServedOperation[] =>
  routesOf(features)
    .filter(({ ending }) => ending === '' || areClientsIn)
    .flatMap((route) => [begin(route), read(route), append(route), end(route)]);
