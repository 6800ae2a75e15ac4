import type { Avatar, ManagementError } from '@parley/protocol/management';
import { ApiError } from '../../../api/api-error.ts';
import { callUrl } from '../../../api/call.ts';
import { fill, strings } from '../../../strings/index.ts';

const text = strings.avatar.model;

/** Uploads a file with progress. Only XMLHttpRequest reports upload progress. */
export function uploadModel(
  params: { account: string; avatar: string },
  file: File,
  maxMb: number,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Avatar> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const refuse = (message: string, code: string, status = 0): void =>
      reject(new ApiError(status, code, message));
    // The service would read the whole file before it refuses it.
    if (file.size > maxMb * 1024 * 1024) return refuse(fill(text.tooLarge, { maxMb }), 'too_large');
    request.open('PUT', callUrl('avatars.putModel', { params }));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status === 200) return resolve(response as Avatar);
      const { code, message } = (response as Partial<ManagementError> | null)?.error ?? {};
      refuse(
        message ?? (status === 413 ? fill(text.tooLarge, { maxMb }) : text.failed),
        code ?? 'internal',
        status,
      );
    });
    request.addEventListener('error', () => refuse(text.broken, 'upload_broken'));
    request.addEventListener('abort', () => refuse(text.cancelled, 'cancelled'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
