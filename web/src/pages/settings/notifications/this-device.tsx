import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type DeviceState,
  deviceState,
  turnOff,
  turnOn,
} from '../../../app/device-notifications.ts';
import { install, useInstallOffer } from '../../../app/install-offer.ts';
import { HomeScreenSteps } from '../../../parts/home-screen-steps.tsx';
import { notificationWords } from '../../../parts/notification-words.ts';
import { showError } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';

const hints = {
  needsHomeScreen: 'askHomeScreen',
  unsupported: 'deviceUnsupported',
  denied: 'deviceDenied',
  off: 'deviceOff',
  on: 'deviceOn',
} as const satisfies Record<DeviceState, string>;

interface ThisDeviceProps {
  publicKey: string;
  onChange: () => void;
}

export function ThisDevice({ publicKey, onChange }: ThisDeviceProps): ReactNode {
  const say = useWords(notificationWords);
  const offer = useInstallOffer();
  const [state, setState] = useState<DeviceState | null>(null);
  useEffect(() => {
    void deviceState().then(setState);
  }, []);
  const change = useMutation({
    mutationFn: async (wanted: 'on' | 'off'): Promise<DeviceState> => {
      if (wanted === 'on') return turnOn(publicKey);
      await turnOff();
      return 'off';
    },
    onSuccess: setState,
    onError: async (error) => {
      showError(error);
      setState(await deviceState());
    },
    onSettled: onChange,
  });
  return (
    <Section title={say('thisDevice')}>
      {state && <Text size="sm">{say(hints[state])}</Text>}
      {offer && (
        <Group>
          <Button variant="default" onClick={() => void install(offer)}>
            {say('install')}
          </Button>
        </Group>
      )}
      {state === 'needsHomeScreen' && <HomeScreenSteps />}
      {state === 'off' && (
        <Group>
          <Button onClick={() => change.mutate('on')} loading={change.isPending}>
            {say('allow')}
          </Button>
        </Group>
      )}
      {state === 'on' && (
        <Group>
          <StateBadge tone="good">{say('on')}</StateBadge>
          <Button variant="default" onClick={() => change.mutate('off')} loading={change.isPending}>
            {say('turnOff')}
          </Button>
        </Group>
      )}
    </Section>
  );
}
