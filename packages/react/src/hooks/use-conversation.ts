import { useParley } from './use-parley.ts';

export type Conversation = {
  /** Sends a message that the avatar answers. Returns false if it cannot be sent. */
  sendMessage(text: string): boolean;
  /** Makes the avatar say exactly this text. */
  sendMessageToAvatar(text: string): boolean;
  interrupt(): boolean;
  /** The avatar speaks this language, such as `de`, from the next sentence on. */
  setLanguage(name: string): boolean;
  addContext(text: string): boolean;
  clearContext(): boolean;
  setTyping(active: boolean): void;
};

/** Functions that send messages to the avatar. */
export function useConversation(): Conversation {
  const parley = useParley();
  return {
    sendMessage: (text) => parley?.sendMessage(text) ?? false,
    sendMessageToAvatar: (text) => parley?.sendMessageToAvatar(text) ?? false,
    interrupt: () => parley?.interrupt() ?? false,
    setLanguage: (name) => parley?.setLanguage(name) ?? false,
    addContext: (text) => parley?.addContext(text) ?? false,
    clearContext: () => parley?.clearContext() ?? false,
    setTyping: (active) => parley?.sendUserTyping(active),
  };
}
