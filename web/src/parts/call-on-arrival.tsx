// The button "Call" of a notification opens the page of the lead, which dials: a service worker cannot.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useWords } from '../words/words.ts';
import { contactWords } from './contact-words.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { dialled } from './international-phone.ts';

export function CallOnArrival({ name, phone }: { name: string; phone: string }): ReactNode {
  const say = useWords(contactWords);
  const number = dialled(phone);
  const isCalled = new URLSearchParams(useSearch()).has('call') && number !== '';
  const [isAsked, setIsAsked] = useState(false);
  const href = `tel:${number}`;
  useEffect(() => {
    if (!isCalled) return;
    history.replaceState(history.state, '', location.pathname);
    setIsAsked(true);
    // Some browsers refuse this without a tap on the page: the button remains.
    location.assign(href);
  }, [isCalled, href]);
  if (!isAsked) return null;
  return (
    <Dialog title={name} onClose={() => setIsAsked(false)}>
      <Button
        component="a"
        href={href}
        size="lg"
        fullWidth
        leftSection={<Icon name="phone" />}
        onClick={() => setIsAsked(false)}
      >
        {say('call')} {phone}
      </Button>
    </Dialog>
  );
}
