// The values of one intake. A click on one opens the fields that it can be.
import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../words/words.ts';
import { fieldWords, type LeadField, leadFields } from '../../../parts/lead-fields.ts';
import { type Draft, fieldsOfPath } from './map-draft.ts';
import { mapWords } from './map-words.ts';

const nameLengthMax = 60;

interface MapValuesProps {
  values: readonly { path: string; value: string }[];
  draft: Draft;
  onChoose: (field: LeadField, path: string) => void;
}

export function MapValues({ values, draft, onChoose }: MapValuesProps): ReactNode {
  const say = useWords(mapWords);
  const sayField = useWords(fieldWords);
  const [openPath, setOpenPath] = useState<string | null>(null);
  if (values.length === 0) return <Text>{say('noValues')}</Text>;
  return (
    <ul className="channel-values" aria-label={say('cameIn')}>
      {values.map(({ path, value }) => {
        const fields = fieldsOfPath(draft, path);
        const isOpen = path === openPath;
        return (
          <li key={path}>
            <button
              type="button"
              className="channel-value"
              aria-expanded={isOpen}
              onClick={() => setOpenPath(isOpen ? null : path)}
            >
              <span className="channel-value-path">{path}</span>
              <span className="channel-value-text">{value}</span>
              {fields.length > 0 && (
                <Text span size="sm" fw={600}>
                  {say('is', { fields: fields.map((field) => sayField(field)).join(', ') })}
                </Text>
              )}
            </button>
            {isOpen && (
              <div
                className="channel-choices"
                role="group"
                aria-label={say('whatIsIt', { value: cut(value) })}
              >
                {leadFields.map((field) => {
                  const name = sayField(field);
                  const isJoined = draft[field] !== undefined;
                  return (
                    <Button
                      key={field}
                      size="sm"
                      variant={fields.includes(field) ? 'light' : 'default'}
                      disabled={fields.includes(field)}
                      aria-label={isJoined ? say('joinTo', { field: name }) : name}
                      onClick={() => {
                        onChoose(field, path);
                        setOpenPath(null);
                      }}
                    >
                      {isJoined ? `+ ${name}` : name}
                    </Button>
                  );
                })}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function cut(text: string): string {
  return text.length > nameLengthMax ? `${text.slice(0, nameLengthMax)}…` : text;
}
