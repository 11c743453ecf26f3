// To call, message or mail somebody, with one thumb.
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
  const phones = [phone, secondaryPhone ?? ''].filter((one) => /\d/.test(one));
  const abroad = internationalDigits(phone, country);
  return (
    <Group gap="xs" className="contact-links">
      {phones.map((one) => (
        <LinkButton
          key={one}
          icon="phone"
          href={`tel:${dialled(one)}`}
          action={say('call')}
          shown={one}
        />
      ))}
      {abroad && (
        <LinkButton
          icon="chat"
          href={`https://wa.me/${abroad}`}
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
  /** A number or an address: what to do with it is said to those who do not see the icon. */
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
      size="md"
      maw="100%"
      leftSection={<Icon name={icon} />}
    >
      <BreakAtSign text={shown} />
    </Button>
  );
}

/** Where a line is too short for an address, it goes on behind the sign. */
function BreakAtSign({ text }: { text: string }): ReactNode {
  const behind = text.indexOf('@') + 1;
  return (
    <span>
      {text.slice(0, behind)}
      <wbr />
      {text.slice(behind)}
    </span>
  );
}
