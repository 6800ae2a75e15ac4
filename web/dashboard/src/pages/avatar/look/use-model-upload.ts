import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccountId } from '../../../api/account-id.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useMe } from '../../../api/me.ts';
import { invalidateCalls } from '../../../api/queries.ts';
import { notifySuccess } from '../../../components/page/notifications.ts';
import { strings } from '../../../strings/index.ts';
import { uploadModel } from './upload-model.ts';

export function useModelUpload(avatar: string) {
  const account = useAccountId();
  const { modelMaxMb } = useMe().installation;
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const upload = useMutation({
    mutationFn: (file: File) => {
      running.current = new AbortController();
      setShare(0);
      return uploadModel({ account, avatar }, file, modelMaxMb, setShare, running.current.signal);
    },
    onSuccess: async () => {
      await invalidateCalls(client, ['avatars.get', 'avatars.list']);
      notifySuccess(strings.avatar.model.done);
    },
  });
  const isCancelled = isApiError(upload.error) && upload.error.code === 'cancelled';
  return {
    start: upload.mutate,
    cancel: () => running.current?.abort(),
    isRunning: upload.isPending,
    /** The upload is complete, and the service is checking the file. */
    isChecked: upload.isPending && share >= 1,
    share,
    error: isCancelled ? null : upload.error,
  };
}
