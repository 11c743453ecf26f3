// The signed-in account, its other brands, and signing out.
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { app } from '../api/client.ts';
import { readSession, setSession } from '../api/session-store.ts';
import { dialogsSettled } from './dialog-history.ts';
import { dropDraftsOf } from './drafts.ts';
import { countOfMember, emptyOutbox } from './outbox/outbox-store.ts';
import { outboxWords } from './outbox/outbox-words.ts';
import { Icon } from '../parts/icon.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { showError } from '../parts/show-error.tsx';
import { useWords } from '../words/words.ts';
import { AccountFace } from './account-face.tsx';
import { useMember } from './session.ts';
import { shellWords } from './shell-words.ts';
import { switchSide } from './switch-side.ts';

export default function AccountMenu(): ReactNode {
  const { account, brand, brands } = useMember();
  const say = useWords(shellWords);
  const [, go] = useLocation();
  const sayOutbox = useWords(outboxWords);
  const [isOpen, setIsOpen] = useState(false);
  /** Asks before it is deleted. */
  const [unsent, setUnsent] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  // It replaces the button that was clicked, so it takes over the focus.
  useEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, []);

  const switchTo = async (brandId: string) => {
    try {
      setSession(await app.switchBrand(brandId));
      go('/leads');
    } catch (error) {
      showError(error);
    }
  };
  const changeSide = async () => {
    if (await switchSide({ isTest: !brand.isTest })) go('/leads');
  };
  const signOut = async () => {
    await app.once('/sign-out');
    await emptyOutbox(account.id);
    dropDraftsOf(account.id);
    // Meanwhile the session may have ended, and somebody else signed in.
    if ((readSession()?.account.id ?? account.id) !== account.id) return;
    // The next person to sign in must not land on this person's page.
    go('/sign-in', { replace: true });
    setSession(null);
  };
  const askAndSignOut = async () => {
    const count = await countOfMember();
    if (count > 0) setUnsent(count);
    else await signOut().catch(showError);
  };

  return (
    <>
      <Menu position="bottom-end" width={240} opened={isOpen} onChange={setIsOpen}>
        <Menu.Target>
          <UnstyledButton ref={button} className="account-button">
            <AccountFace />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" truncate>
              {account.email}
            </Text>
          </Menu.Label>
          {brands
            .filter(({ id }) => id !== brand.liveId)
            .map(({ id, name: other }) => (
              <Menu.Item key={id} onClick={() => switchTo(id)} leftSection={<Icon name="repeat" />}>
                {say('switchBrand', { name: other })}
              </Menu.Item>
            ))}
          <Menu.Item component={Link} href="/overview" leftSection={<Icon name="chart" />}>
            {say('overview')}
          </Menu.Item>
          <Menu.Item component={Link} href="/settings" leftSection={<Icon name="gear" />}>
            {say('settings')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/guide" leftSection={<Icon name="link" />}>
            {say('guide')}
          </Menu.Item>
          <Menu.Item onClick={() => void changeSide()} leftSection={<Icon name="repeat" />}>
            {say(brand.isTest ? 'toLive' : 'toTest')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => void askAndSignOut()} leftSection={<Icon name="leave" />}>
            {say('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {unsent > 0 && (
        <Confirm
          title={sayOutbox('signOut')}
          text={sayOutbox('signOutText', { count: unsent })}
          action={sayOutbox('deleteAndSignOut')}
          onConfirm={async () => {
            // Its entry in the history would bring back the page behind it.
            flushSync(() => setUnsent(0));
            await dialogsSettled();
            await signOut().catch(showError);
          }}
          onClose={() => setUnsent(0)}
        />
      )}
    </>
  );
}
