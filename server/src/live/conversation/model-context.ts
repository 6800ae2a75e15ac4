import { maxContexts, maxUserMessageBytes } from '@parley/protocol';

/** What a page wants a language model to know beside the conversation: the latest of it, each text once. */
export class ModelContext {
  private kept: readonly string[] = [];

  get texts(): readonly string[] {
    return this.kept;
  }

  add(text: string): void {
    if (text.trim() === '') return;
    this.kept = [...this.kept.filter((known) => known !== text), text].slice(-maxContexts);
    while (this.bytes > maxUserMessageBytes) this.kept = this.kept.slice(1);
  }

  clear(): void {
    this.kept = [];
  }

  private get bytes(): number {
    return this.kept.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  }
}
