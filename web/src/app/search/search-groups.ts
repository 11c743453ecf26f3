// What the search shows: a group per kind of record, and the pages of the app.
import type { Address, ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { IconName } from '../../parts/icon.tsx';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { places } from '../places.ts';
import { shellWords } from '../shell-words.ts';
import { useMayDecide } from '../tray-counts.ts';
import { pathOfAddress, type useEverything } from './find-everything.ts';
import type { Shortcut } from './shortcut-keys.ts';
import { searchWords } from './search-words.ts';

interface Hit {
  key: string;
  title: string;
  about: string;
  /** The page to go to; null when something else happens. */
  choose: () => string | null | Promise<string>;
}

interface Group {
  name: 'leads' | 'jobs' | 'customers' | 'addresses' | 'places';
  icon: IconName;
  hits: Hit[];
}

export function useSearchGroups(
  typed: string,
  found: ReturnType<typeof useEverything>['data'],
  onOpen: (shortcut: Shortcut) => void,
): Group[] {
  const say = useWords(searchWords);
  const sayShell = useWords(shellWords);
  const sayStatus = useWords(statusWords);
  const mayDecide = useMayDecide();
  const text = typed.trim().toLowerCase();
  const item = (path: string) => (one: ListedWorkItem) => ({
    key: one.id,
    title: one.title,
    about: joined(one.customer.name, one.address?.city, sayStatus(one.status)),
    choose: () => `${path}/${one.id}`,
  });
  const groups: Group[] = [];
  if (found && text !== '') {
    groups.push(
      { name: 'leads', icon: 'inbox', hits: found.leads.map(item('/leads')) },
      { name: 'jobs', icon: 'hammer', hits: found.jobs.map(item('/jobs')) },
      {
        name: 'customers',
        icon: 'people',
        hits: found.customers.map((customer) => ({
          key: customer.id,
          title: customer.name,
          about: joined(customer.phone, customer.email),
          choose: () => `/customers/${customer.id}`,
        })),
      },
      {
        name: 'addresses',
        icon: 'map',
        hits: found.addresses.map((address) => ({
          key: address.id,
          title: streetOf(address) || address.city,
          about: joined(address.postalCode, streetOf(address) && address.city),
          choose: () => pathOfAddress(address),
        })),
      },
    );
  }
  const pages: Hit[] = places
    .filter(({ name }) => name !== 'tray' || mayDecide)
    .map(({ path, name }) => ({
      key: path,
      title: sayShell(name),
      about: '',
      choose: () => path,
    }));
  const opens = (shortcut: Shortcut, title: string): Hit => ({
    key: shortcut,
    title,
    about: '',
    choose: () => {
      onOpen(shortcut);
      return null;
    },
  });
  const commands = [...pages, opens('newLead', say('newLead')), opens('keys', say('keys'))];
  groups.push({
    name: 'places',
    icon: 'right',
    hits: commands.filter(({ title }) => title.toLowerCase().includes(text)),
  });
  return groups.filter(({ hits }) => hits.length > 0);
}

function streetOf({ street, streetNumber, streetNumberAddition }: Address): string {
  return [street, streetNumber + streetNumberAddition].filter(Boolean).join(' ');
}

function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
