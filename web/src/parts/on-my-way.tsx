// "On my way": opens WhatsApp, or the phone's messages, with a ready text.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMember } from '../app/session.ts';
import { sayIn, useWords } from '../words/words.ts';
import { contactWords } from './contact-words.ts';
import { Icon } from './icon.tsx';
import { dialled, internationalDigits } from './international-phone.ts';
import { onMyWayWords } from './on-my-way-words.ts';

interface OnMyWayProps {
  customer: { name: string; firstName: string; phone: string };
  title: string;
}

/** Nothing without a phone number. */
export function OnMyWay({ customer, title }: OnMyWayProps): ReactNode {
  const say = useWords(contactWords);
  const { brand, account } = useMember();
  // As the person would say it: they read it before it is sent.
  const sayToCustomer = sayIn(onMyWayWords, brand.language);
  const number = dialled(customer.phone);
  if (number === '') return null;
  const text = sayToCustomer(account.name ? 'text' : 'textOfNameless', {
    customer: customer.firstName || customer.name,
    name: account.name,
    brand: brand.name,
    title,
  });
  const whatsApp = internationalDigits(customer.phone, brand.country);
  const body = encodeURIComponent(text);
  return (
    <Group gap="xs">
      {whatsApp && (
        <Button
          component="a"
          href={`https://wa.me/${whatsApp}?text=${body}`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon name="chat" />}
        >
          {say('onMyWay')}
        </Button>
      )}
      <Button
        component="a"
        href={`sms:${number}?&body=${body}`}
        variant="default"
        leftSection={<Icon name="phone" />}
      >
        {say(whatsApp ? 'onMyWaySms' : 'onMyWay')}
      </Button>
    </Group>
  );
}
