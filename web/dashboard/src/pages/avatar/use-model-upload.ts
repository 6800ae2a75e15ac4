import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { refresh } from '../../api/queries.ts';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { uploadModel } from './upload-model.ts';

export function useModelUpload(avatar: string) {
  const account = useAccountId();
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const upload = useMutation({
    mutationFn: (file: File) => {
      running.current = new AbortController();
      setShare(0);
      return uploadModel({ account, avatar }, file, setShare, running.current.signal);
    },
    onSuccess: async () => {
      await refresh(client, ['avatars.get', 'avatars.list']);
      tellDone(strings.avatar.model.done);
    },
  });
  const isCancelled = isProblem(upload.error) && upload.error.code === 'cancelled';
  return {
    start: upload.mutate,
    cancel: () => running.current?.abort(),
    isRunning: upload.isPending,
    /** All has left, and the service looks at it. */
    isChecked: upload.isPending && share >= 1,
    share,
    problem: isCancelled ? null : upload.error,
  };
}
