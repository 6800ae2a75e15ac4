/** An avatar with all its settings, as people see them; the endpoint's key is never among them. */
export type Avatar = {
  readonly id: number;
  readonly accountId: string;
  readonly name: string;
  readonly private: boolean;
  /** Seconds; -1 is unlimited. */
  readonly maxSessionDuration: number;
  readonly transcript: boolean;
  readonly webhookId: string | null;
  readonly endpointUrl: string | null;
  readonly hasEndpointKey: boolean;
  readonly greeting: string;
  readonly apology: string;
  readonly voice: string;
  readonly embedOrigins: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type AvatarWish = {
  readonly name?: string;
  readonly private?: boolean;
  readonly maxSessionDuration?: number;
  readonly transcript?: boolean;
  readonly webhookId?: string | null;
  readonly endpointUrl?: string | null;
  readonly endpointKey?: string | null;
  readonly greeting?: string;
  readonly apology?: string;
  readonly voice?: string;
  readonly embedOrigins?: readonly string[];
};
