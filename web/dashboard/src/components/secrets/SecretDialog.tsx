import { Modal, type ModalProps } from '@mantine/core';

/** A dialog that may show secrets. While it does, Esc and a click outside do not discard them: only its own button does. */
export function SecretDialog({ isSecretShown, ...props }: ModalProps & { isSecretShown: boolean }) {
  return (
    <Modal
      closeOnEscape={!isSecretShown}
      closeOnClickOutside={!isSecretShown}
      withCloseButton={!isSecretShown}
      {...props}
    />
  );
}
