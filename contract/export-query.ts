import { Type } from 'typebox';
import { oneOf } from './field-types.ts';

export const csvSeparators = { comma: ',', semicolon: ';' } as const;
type SeparatorName = keyof typeof csvSeparators;

export const ExportQuery = Type.Object({
  brand: Type.Optional(
    Type.String({ description: 'The brand that is meant: a link has no header to name it in' }),
  ),
  separator: Type.Optional(
    oneOf(Object.keys(csvSeparators) as SeparatorName[], 'What stands between the cells'),
  ),
});
