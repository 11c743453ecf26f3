import type { Customer } from '#contract/customer.ts';
import { CustomerListQuery } from '#contract/list-query.ts';
import { exampleCustomer } from '../docs/examples.ts';
import { changedRecord, ifMatch, mergePatch, operations, page, record } from '../docs/operation.ts';

const updatedAt = '2026-11-15T13:05:00.000Z';

const changed = (summary: string, changes: Partial<Customer>) =>
  changedRecord('The changed customer', 'Customer', 'CustomerReceipt', [
    summary,
    { ...exampleCustomer, ...changes, updatedAt },
  ]);

export const docs = operations({
  listCustomers: {
    summary: 'List customers',
    description:
      'The brand’s customers, newest first, without those merged into others. Different filters combine with AND.',
    querystring: CustomerListQuery,
    responses: page('customers', 'CustomerPage', ['A page with one customer', exampleCustomer]),
  },
  getCustomer: {
    summary: 'Read one customer',
    description:
      'Returns the customer with this id. For a customer that was merged into another, the 404 message names ' +
      'the other.',
    responses: record('The customer', 'Customer', { customer: ['A person', exampleCustomer] }),
  },
  updateCustomer: {
    summary: 'Change a customer',
    description:
      'Send only the fields to change (JSON Merge Patch). New leads match the new e-mail address and phone ' +
      'number, and search finds the customer’s leads and jobs by the new values. Each change creates an ' +
      'event; a patch that changes nothing creates none.',
    headers: ifMatch,
    requestBody: mergePatch('CustomerPatch', 'The fields to change', {
      phone: ['Another phone number', { phone: '+31 6 87654321' }],
      emptied: ['Empty a field', { notes: null }],
      archived: ['Archive the customer', { archivedAt: updatedAt }],
    }),
    responses: changed('With another phone number', { phone: '+31 6 87654321' }),
  },
  archiveCustomer: {
    summary: 'Archive a customer',
    description:
      'New leads never match an archived customer, and lists show it only on request. Archiving it again ' +
      'changes nothing.',
    headers: ifMatch,
    responses: changed('Archived', { status: 'archived', archivedAt: updatedAt }),
  },
  unarchiveCustomer: {
    summary: 'Unarchive a customer',
    description: 'New leads match its e-mail address and phone number again.',
    headers: ifMatch,
    responses: changed('Active again', {}),
  },
});
