import { Type } from 'typebox';
import { PictureSize } from './enums.ts';
import { fieldOf } from './field-types.ts';
import { thumbnailSideMax } from './limits.ts';

export const AssetQuery = Type.Object({
  size: Type.Optional(
    fieldOf(
      PictureSize,
      `The small picture, at most ${thumbnailSideMax} pixels wide and high; omit it for the large one`,
    ),
  ),
});
