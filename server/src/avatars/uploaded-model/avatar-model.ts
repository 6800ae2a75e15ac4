/** A customer's own model, as it is stored. */
export type AvatarModel = {
  readonly id: number;
  readonly sha256: string;
  readonly format: ModelFormat;
  readonly bytes: number;
  readonly triangles: number;
};

export type ModelFormat = 'vrm' | 'glb';

export type ModelFacts = { readonly format: ModelFormat; readonly triangles: number };

export type ModelCheck =
  | ({ readonly ok: true } & ModelFacts)
  | { readonly ok: false; readonly complaint: string };

/** The address of a model. It changes with the content, so browsers may cache it for ever. */
export const modelPath = (avatarId: number, { sha256 }: AvatarModel): string =>
  `/client/avatars/${avatarId}/model/${sha256}.glb`;
