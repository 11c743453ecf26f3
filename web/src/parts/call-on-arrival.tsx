// The button "Call" of a notification opens the page of the lead, which dials: a service worker cannot.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/words.ts';
import { contactWords } from './contact-words.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { dialled } from './international-phone.ts';

export function CallOnArrival({ name, phone }: { name: string; phone: string }): ReactNode {
  const say = useWords(contactWords);
  const number = dialled(phone);
  const [isAsked, setIsAsked] = useState(
    () => number !== '' && new URLSearchParams(location.search).has('call'),
  );
  const href = `tel:${number}`;
  useEffect(() => {
    if (!isAsked) return;
    history.replaceState(history.state, '', location.pathname);
    // Some browsers refuse this without a tap on the page: the button remains.
    location.assign(href);
  }, [isAsked, href]);
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
