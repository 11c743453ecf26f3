// One step after the first sign-in on a device: allow notifications and install the app. Skipped once,
// it is never shown there again.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { HomeScreenSteps } from '../parts/home-screen-steps.tsx';
import { Icon } from '../parts/icon.tsx';
import { notificationWords } from '../parts/notification-words.ts';
import { showDone, showError } from '../parts/show-error.tsx';
import { useWords } from '../words/words.ts';
import {
  type DeviceState,
  deviceState,
  readAnswer,
  stayOn,
  turnOn,
  writeAnswer,
} from './device-notifications.ts';
import { install, useInstallOffer } from './install-offer.ts';
import { fetchNotifications } from './notification-settings.ts';

export default function AskNotifications(): ReactNode {
  const say = useWords(notificationWords);
  const [question, setQuestion] = useState<{ state: DeviceState; publicKey: string } | null>(null);
  const [isAllowed, setAllowed] = useState(false);
  const offer = useInstallOffer();
  useEffect(() => {
    void whatToAsk().then(setQuestion, () => {});
  }, []);
  const allow = useMutation({
    mutationFn: () => turnOn(question!.publicKey),
    onSuccess: (state) => {
      setQuestion(null);
      if (state !== 'on') return;
      if (offer) setAllowed(true);
      else showDone(say('isOn'));
    },
    onError: (error) => showError(error),
  });
  const skip = () => {
    writeAnswer(false);
    setQuestion(null);
  };
  if (isAllowed && offer) {
    return (
      <Step title={say('isOn')}>
        <Text size="sm" mb="sm">
          {say('askInstall')}
        </Text>
        <Group gap="sm">
          <Button onClick={() => void install(offer)}>{say('install')}</Button>
          <Button variant="default" onClick={() => setAllowed(false)}>
            {say('notNow')}
          </Button>
        </Group>
      </Step>
    );
  }
  if (!question) return null;
  const isFirstOnHomeScreen = question.state === 'needsHomeScreen';
  return (
    <Step title={say('ask')}>
      <Text size="sm" mb="sm">
        {say(isFirstOnHomeScreen ? 'askHomeScreen' : 'askHint')}
      </Text>
      {isFirstOnHomeScreen && <HomeScreenSteps />}
      <Group gap="sm">
        {!isFirstOnHomeScreen && (
          <Button onClick={() => allow.mutate()} loading={allow.isPending}>
            {say('allow')}
          </Button>
        )}
        <Button variant="default" onClick={skip}>
          {say('notNow')}
        </Button>
      </Group>
    </Step>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Alert icon={<Icon name="bell" />} title={title} mb="md" role="region" aria-label={title}>
      {children}
    </Alert>
  );
}

async function whatToAsk(): Promise<{ state: DeviceState; publicKey: string } | null> {
  const answer = readAnswer();
  if (answer && !answer.isOn) return null;
  // On a first visit it is still being installed.
  await navigator.serviceWorker?.ready;
  const state = await deviceState();
  if (state === 'unsupported' || state === 'denied') return null;
  const settings = await fetchNotifications();
  if (!answer) return { state, publicKey: settings.publicKey };
  await stayOn(settings);
  return null;
}
