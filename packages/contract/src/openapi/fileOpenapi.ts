import type { ErrorCode } from '../errors.ts'
import { type Json, toParameter, toRefusals } from './jsonSchema.ts'

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const string = { type: 'string' }

type Refusals = (...codes: ErrorCode[]) => Json

/**
 * Returns the OpenAPI paths by which the bytes of files are sent and served, outside of /api.
 * @param sentence returns the sentence of an error code
 */
export function filePaths(sentence: (code: string) => string): Json {
  const refusals: Refusals = (...codes) => toRefusals(codes, sentence)
  return { ...sendingPaths(refusals), ...servingPath(refusals) }
}

function sendingPaths(refusals: Refusals): Json {
  return {
    '/files/upload': {
      post: {
        operationId: 'post-file',
        summary: 'Receives a file with the fields of upload-target, which come before it.',
        security: [],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['key', 'policy', 'signature', 'file'],
                properties: {
                  key: string,
                  policy: string,
                  signature: string,
                  file: { type: 'string', format: 'binary' },
                },
              },
            },
          },
        },
        responses: {
          204: { description: 'Stored.' },
          ...refusals(
            'files.partInvalid',
            'files.typeUnsupported',
            'files.formInvalid',
            'files.tooLarge',
            'server.full',
            'files.storeAway',
          ),
        },
      },
    },
    '/files/uploads/{upload_id}/{number}': {
      put: {
        operationId: 'put-part',
        summary:
          'Receives a part of start-upload, from 1: `part_size` bytes, the last one the rest. The same part may be sent again.',
        security: [{ bearer: [] }],
        parameters: [
          toParameter('path', 'upload_id'),
          toParameter('path', 'number'),
          toParameter('header', 'Content-Digest', 'sha-256=:<base64>: of the part (RFC 9530).'),
        ],
        requestBody: { required: true, content: bytes },
        responses: {
          204: { description: 'Stored.' },
          ...refusals(
            'files.partInvalid',
            'files.digestWrong',
            'session.noToken',
            'files.uploadNotFound',
            'request.tooSlow',
            'files.partChanged',
            'files.partBusy',
            'request.lengthRequired',
            'request.tooMany',
            'server.full',
            'files.storeAway',
          ),
        },
      },
    },
    '/files/profile-images/{token}': {
      put: {
        operationId: 'put-profile-image',
        summary: 'Receives a profile image at the signed address of profile-image-url, at most 10 MB.',
        security: [],
        parameters: [toParameter('path', 'token')],
        requestBody: { required: true, content: bytes },
        responses: {
          204: { description: 'Stored.' },
          ...refusals('profile.imageUnreadable', 'files.formInvalid', 'request.tooLarge'),
        },
      },
    },
  }
}

function servingPath(refusals: Refusals): Json {
  return {
    '/f/{file}/{name}': {
      get: {
        operationId: 'get-file',
        summary: 'Sends a file at the address that download-url has returned, completely or one range of it.',
        security: [],
        parameters: [
          toParameter('path', 'file'),
          toParameter('path', 'name'),
          toParameter('query', 'e', 'The end of the address, in seconds since 1970.'),
          toParameter('query', 's', 'The session that asked for it; empty for a visitor.'),
          toParameter('query', 'm', 'The signature.'),
          toParameter('header', 'Range', 'bytes=<first>-<last>', false),
        ],
        responses: {
          200: { description: 'The file.', content: bytes },
          206: { description: 'The range.', content: bytes },
          304: { description: 'Not changed since the etag of If-None-Match.' },
          404: {
            description: 'No such file, an address that has ended, or a link that the caller may not read.',
          },
          416: { description: 'The range is outside of the file.' },
          ...refusals('plan.bandwidth', 'files.storeAway'),
        },
      },
    },
  }
}
