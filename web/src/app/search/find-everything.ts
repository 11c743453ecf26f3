// Searches leads, jobs, customers and addresses at once.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchTextLengthMax } from '../../../../contract/limits.ts';
import type { Address, Customer, ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../queries.ts';

const eachMax = 5;

interface Everything {
  leads: ListedWorkItem[];
  jobs: ListedWorkItem[];
  customers: Customer[];
  addresses: Address[];
}

export function useEverything(typed: string) {
  const q = typed.trim().slice(0, searchTextLengthMax);
  return useQuery({
    queryKey: [kinds.workItems, 'search', q],
    queryFn: () => findEverything(q),
    placeholderData: keepPreviousData,
    // The API refuses anything else.
    enabled: /[\p{L}\p{N}]/u.test(q),
  });
}

async function findEverything(q: string): Promise<Everything> {
  const query = { q, limit: eachMax };
  const [leads, jobs, customers, addresses] = await Promise.all([
    client.leads.list(query).page(),
    client.workItems.list(query).page(),
    client.customers.list(query).page(),
    client.addresses.list(query).page(),
  ]);
  return {
    leads: leads.data,
    jobs: jobs.data,
    customers: customers.data,
    addresses: addresses.data,
  };
}

/** The page with what happened last at the address, or else the customers who live there. */
export async function pathOfAddress(address: Address): Promise<string> {
  const query = { addressId: address.id, limit: 1 };
  const [leads, jobs] = await Promise.all([
    client.leads.list(query).page(),
    client.workItems.list(query).page(),
  ]);
  const [lead] = leads.data;
  const [job] = jobs.data;
  if (lead && !(job && job.createdAt > lead.createdAt)) return `/leads/${lead.id}`;
  if (job) return `/jobs/${job.id}`;
  return `/customers?q=${encodeURIComponent(`${address.street} ${address.streetNumber}`.trim())}`;
}
