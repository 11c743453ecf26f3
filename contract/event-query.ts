import { Type } from 'typebox';
import { eventTypes } from './event-lists.ts';
import { oneOf } from './field-types.ts';
import { pageSize, several } from './list-query.ts';

const eventNumberDigitsMax = 15;
// Or the word for the last one.
const eventNumberPattern = '^(?:[0-9]+|latest)$';

const after = Type.Optional(
  Type.String({
    pattern: '^[0-9]+$',
    maxLength: eventNumberDigitsMax,
    description: 'Only events behind this one, by its id; all from the first without it',
  }),
);

export const HistoryQuery = Type.Object({ after, limit: pageSize });

export const EventQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: eventNumberPattern,
      maxLength: eventNumberDigitsMax,
      description:
        'Only events behind this one, by its id; all from the first without it. `latest` for none: the Link header then leads to what comes from now on.',
    }),
  ),
  type: several(oneOf(eventTypes, 'Type'), 'Only these types'),
  limit: pageSize,
});
