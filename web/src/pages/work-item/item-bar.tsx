// On a phone, what is needed most stays in reach of the thumb: the customer, the way there, the next step.
import { Menu, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkItem } from '../../../../sdk/src/index.ts';
import { useMember } from '../../app/session.ts';
import { linesOf } from '../../parts/address-lines.tsx';
import { contactWords } from '../../parts/contact-words.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { dialled, internationalDigits } from '../../parts/international-phone.ts';
import { useWords } from '../../words/words.ts';
import { useAddressOf, useCustomerOf } from './item-data.ts';
import { moveWords } from './move-words.ts';
import { routeTo } from './route-to.ts';

interface ItemBarProps {
  item: WorkItem;
  /** The usual next step. */
  nextStep: ReactNode;
  others: { key: string; name: string; onClick: () => void }[];
}

export function ItemBar({ item, nextStep, others }: ItemBarProps): ReactNode {
  const say = useWords(contactWords);
  const sayMove = useWords(moveWords);
  const { country } = useMember().brand;
  const { data: customer } = useCustomerOf(item);
  const { data: address } = useAddressOf(item);
  const phone = [customer?.phone, customer?.secondaryPhone].find((one) => dialled(one ?? ''));
  const whatsApp = internationalDigits(customer?.phone ?? '', country);
  const lines = address ? [...linesOf(address), address.country] : [];
  return (
    <div className="item-bar" role="group" aria-label={sayMove('label')}>
      {phone && <BarLink icon="phone" name={say('call')} href={`tel:${dialled(phone)}`} />}
      {whatsApp && (
        <BarLink icon="chat" name={say('whatsApp')} href={`https://wa.me/${whatsApp}`} />
      )}
      {address && lines.length > 1 && (
        <BarLink icon="map" name={say('route')} href={routeTo({ ...address, lines }, navigator)} />
      )}
      {nextStep}
      {others.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <UnstyledButton className="item-bar-link" aria-label={sayMove('others')}>
              <Icon name="dots" />
              <span>{sayMove('othersShort')}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ key, name, onClick }) => (
              <Menu.Item key={key} mih={44} onClick={onClick}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface BarLinkProps {
  icon: IconName;
  name: string;
  href: string;
}

function BarLink({ icon, name, href }: BarLinkProps): ReactNode {
  const outside = href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' };
  return (
    <a className="item-bar-link" href={href} {...outside}>
      <Icon name={icon} />
      <span>{name}</span>
    </a>
  );
}
