// Buttons to call, message or e-mail a customer.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMember } from '../app/session.ts';
import { useWords } from '../words/words.ts';
import { contactWords } from './contact-words.ts';
import { Icon, type IconName } from './icon.tsx';
import { dialled, internationalDigits } from './international-phone.ts';

interface ContactLinksProps {
  phone: string;
  secondaryPhone?: string | null;
  email: string;
}

export function ContactLinks({ phone, secondaryPhone, email }: ContactLinksProps): ReactNode {
  const say = useWords(contactWords);
  const { country } = useMember().brand;
  const phones = [phone, secondaryPhone ?? ''].filter((number) => dialled(number) !== '');
  const whatsAppNumber = internationalDigits(phone, country);
  return (
    <Group gap="xs" className="contact-links">
      {phones.map((number) => (
        <LinkButton
          key={number}
          icon="phone"
          href={`tel:${dialled(number)}`}
          action={say('call')}
          shown={number}
        />
      ))}
      {whatsAppNumber && (
        <LinkButton
          icon="chat"
          href={`https://wa.me/${whatsAppNumber}`}
          action={say('whatsApp')}
          shown={say('whatsApp')}
        />
      )}
      {email.includes('@') && (
        <LinkButton
          icon="mail"
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
          action={say('mail')}
          shown={email}
        />
      )}
    </Group>
  );
}

interface LinkButtonProps {
  icon: IconName;
  href: string;
  action: string;
  /** A number or an address; the action is in the label for screen readers. */
  shown: string;
}

function LinkButton({ icon, href, action, shown }: LinkButtonProps): ReactNode {
  return (
    <Button
      component="a"
      href={href}
      {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
      aria-label={action === shown ? undefined : `${action} ${shown}`}
      variant="default"
      maw="100%"
      leftSection={<Icon name={icon} />}
    >
      <BreakAtSign text={shown} />
    </Button>
  );
}

/** Lets a long e-mail address wrap after the @. */
function BreakAtSign({ text }: { text: string }): ReactNode {
  const afterSign = text.indexOf('@') + 1;
  return (
    <span>
      {text.slice(0, afterSign)}
      <wbr />
      {text.slice(afterSign)}
    </span>
  );
}
