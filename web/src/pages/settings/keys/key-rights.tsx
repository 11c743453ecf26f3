// The scopes of a key: a preset, or chosen one by one.
import { Checkbox, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { personalDataScopes } from '../../../../../contract/scopes.ts';
import { useWords } from '../../../words/words.ts';
import type { Scope } from './api-key.ts';
import { keysWords } from './keys-words.ts';

const presets = {
  form: ['leads:write'],
  reading: ['leads:read', 'work-items:read', 'customers:read', 'addresses:read'],
  planning: [
    'leads:read',
    'leads:write',
    'work-items:read',
    'work-items:write',
    'customers:read',
    'addresses:read',
  ],
  everything: ['full'],
} as const satisfies Record<string, readonly Scope[]>;

const choices = ['form', 'reading', 'planning', 'everything', 'own'] as const;
type Choice = (typeof choices)[number];

const tickable = [
  'leads:read',
  'leads:write',
  'work-items:read',
  'work-items:write',
  'customers:read',
  'customers:write',
  'addresses:read',
  'webhooks:manage',
] as const satisfies readonly Scope[];

interface Rights {
  choice: Choice;
  ticked: Scope[];
  /** The checkbox; it only applies if the scopes allow it. */
  isWithoutPersonalData: boolean;
}

export const firstRights: Rights = { choice: 'form', ticked: [], isWithoutPersonalData: false };

export function scopesOf({ choice, ticked }: Rights): readonly Scope[] {
  return choice === 'own' ? ticked : presets[choice];
}

/** Not offered for forms, which cannot read anything. */
function canBeWithoutPersonalData(rights: Rights): boolean {
  const scopes = scopesOf(rights);
  return rights.choice !== 'form' && !scopes.some((scope) => personalDataScopes.includes(scope));
}

export function hasPersonalData(rights: Rights): boolean {
  return !(rights.isWithoutPersonalData && canBeWithoutPersonalData(rights));
}

interface KeyRightsProps {
  rights: Rights;
  onChange: (rights: Rights) => void;
}

export function KeyRights({ rights, onChange }: KeyRightsProps): ReactNode {
  const say = useWords(keysWords);
  return (
    <>
      <Radio.Group
        label={say('purpose')}
        value={rights.choice}
        // Switching to custom starts from the scopes of the preset.
        onChange={(choice) =>
          onChange({
            ...rights,
            choice: choice as Choice,
            ticked: tickedAfter(choice as Choice, rights),
          })
        }
      >
        <Stack gap="sm" mt="xs">
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={say(choice)}
              description={say(`${choice}Hint`)}
              classNames={{ description: 'settings-clear' }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {rights.choice === 'own' && (
        <Checkbox.Group
          label={say('rights')}
          value={rights.ticked}
          onChange={(ticked) => onChange({ ...rights, choice: 'own', ticked: ticked as Scope[] })}
        >
          <Stack gap="sm" mt="xs">
            {tickable.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={say(scope)}
                description={scope}
                classNames={{ description: 'settings-clear' }}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {rights.choice !== 'form' && (
        <Checkbox
          label={say('withoutPersonalData')}
          description={say(
            canBeWithoutPersonalData(rights) ? 'withoutPersonalDataHint' : 'withoutPersonalDataNot',
          )}
          checked={!hasPersonalData(rights)}
          disabled={!canBeWithoutPersonalData(rights)}
          onChange={(event) =>
            onChange({ ...rights, isWithoutPersonalData: event.currentTarget.checked })
          }
          classNames={{ description: 'settings-clear' }}
        />
      )}
    </>
  );
}

function tickedAfter(choice: Choice, before: Rights): Scope[] {
  if (choice !== 'own' || before.choice === 'own') return before.ticked;
  return scopesOf(before).filter((scope) => scope !== 'full');
}
