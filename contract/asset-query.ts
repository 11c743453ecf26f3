import { Type } from 'typebox';
import { oneOf } from './field-types.ts';
import { thumbnailSideMax } from './limits.ts';

export const AssetQuery = Type.Object({
  size: Type.Optional(
    oneOf(
      ['thumbnail'],
      `The small picture, at most ${thumbnailSideMax} pixels wide and high; omit it for the large one`,
    ),
  ),
});
