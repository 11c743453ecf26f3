import { Type } from 'typebox';
import { EventType } from './enums.ts';
import { pageSize, several } from './list-query.ts';

const eventNumberDigitsMax = 15;
const eventNumberPattern = '^(?:[0-9]+|latest)$';

const after = Type.Optional(
  Type.String({
    pattern: '^[0-9]+$',
    maxLength: eventNumberDigitsMax,
    description: 'Only events after the one with this id; omit it to start with the first event',
  }),
);

export const HistoryQuery = Type.Object({ after, limit: pageSize });

export const EventQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: eventNumberPattern,
      maxLength: eventNumberDigitsMax,
      description:
        'Only events after the one with this id; omit it to start with the first event. With `latest` the page is empty, and its Link header leads to future events.',
    }),
  ),
  type: several(EventType, 'Only these types'),
  limit: pageSize,
});
