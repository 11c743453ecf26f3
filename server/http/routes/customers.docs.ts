import type { Customer } from '#contract/customer.ts';
import { CustomerListQuery } from '#contract/list-query.ts';
import { exampleCustomer } from '../docs/examples.ts';
import { ifMatch, operations, page, record, requestBody } from '../docs/operation.ts';

const updatedAt = '2026-11-15T13:05:00.000Z';

const changed = (summary: string, changes: Partial<Customer>) =>
  record('The customer as it is now; a key that may not read gets id and updatedAt', 'Customer', {
    changed: [summary, { ...exampleCustomer, ...changes, updatedAt }],
  });

export const docs = operations({
  listCustomers: {
    summary: 'List customers',
    description:
      'The brand’s customers, the newest first. Several filters narrow each other down. Customers that ' +
      'were merged into others are not listed.',
    querystring: CustomerListQuery,
    responses: page('customers', 'CustomerPage', ['A page with one customer', exampleCustomer]),
  },
  getCustomer: {
    summary: 'Read one customer',
    description:
      'The customer by its identifier. For one that was merged into another the answer is 404, and its ' +
      'message names the other.',
    responses: record('The customer', 'Customer', { customer: ['A person', exampleCustomer] }),
  },
  updateCustomer: {
    summary: 'Change a customer',
    description:
      'Send the fields to be changed, and no others (JSON Merge Patch). New leads are matched by the new ' +
      'e-mail address and phone number from then on, and the customer’s leads and jobs are found by the new ' +
      'words. Every change is kept as an event; a patch that changes nothing leaves no trace.',
    headers: ifMatch,
    requestBody: requestBody('CustomerPatch', 'The fields to be changed', {
      phone: ['Another phone number', { phone: '+31 6 87654321' }],
      emptied: ['Empty a field', { notes: null }],
      archived: ['Into the archive', { archivedAt: updatedAt }],
    }),
    responses: changed('With another phone number', { phone: '+31 6 87654321' }),
  },
  archiveCustomer: {
    summary: 'Put a customer into the archive',
    description:
      'An archived customer is matched by no new lead, and lists show it only when asked to. One that is ' +
      'there already stays as it is.',
    headers: ifMatch,
    responses: changed('In the archive', { status: 'archived', archivedAt: updatedAt }),
  },
  unarchiveCustomer: {
    summary: 'Take a customer out of the archive',
    description: 'New leads are matched by its e-mail address and phone number again.',
    headers: ifMatch,
    responses: changed('Back again', {}),
  },
});
