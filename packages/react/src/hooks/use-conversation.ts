import { useParley } from './use-parley.ts';

export type Conversation = {
  /** Something for the avatar to answer. False where it cannot be sent. */
  sendMessage(text: string): boolean;
  /** Something for the avatar to say exactly so. */
  sendMessageToAvatar(text: string): boolean;
  interrupt(): boolean;
  addContext(text: string): boolean;
  clearContext(): boolean;
  setTyping(active: boolean): void;
};

/** What can be said to the avatar. */
export function useConversation(): Conversation {
  const parley = useParley();
  return {
    sendMessage: (text) => parley?.sendMessage(text) ?? false,
    sendMessageToAvatar: (text) => parley?.sendMessageToAvatar(text) ?? false,
    interrupt: () => parley?.interrupt() ?? false,
    addContext: (text) => parley?.addContext(text) ?? false,
    clearContext: () => parley?.clearContext() ?? false,
    setTyping: (active) => parley?.sendUserTyping(active),
  };
}
