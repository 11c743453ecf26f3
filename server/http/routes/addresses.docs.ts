import { AddressListQuery } from '#contract/list-query.ts';
import { exampleAddress } from '../docs/examples.ts';
import { ifMatch, operations, page, record, requestBody } from '../docs/operation.ts';

export const docs = operations({
  listAddresses: {
    summary: 'List addresses',
    description: 'The brand’s addresses, the newest first. Several filters narrow each other down.',
    querystring: AddressListQuery,
    responses: page('addresses', 'AddressPage', ['A page with one address', exampleAddress]),
  },
  getAddress: {
    summary: 'Read one address',
    description: 'The address by its identifier.',
    responses: record('The address', 'Address', { address: ['In Utrecht', exampleAddress] }),
  },
  updateAddress: {
    summary: 'Change an address',
    description:
      'Send the fields to be changed, and no others (JSON Merge Patch). When a part of the address changes and ' +
      'no coordinates are sent, it is put on the map anew. Addresses have no scope of their own for changes: ' +
      'they go with the customers.',
    headers: ifMatch,
    requestBody: requestBody('AddressPatch', 'The fields to be changed', {
      number: ['Another house number', { streetNumber: '14' }],
      place: [
        'The exact place',
        { latitude: 52.09083, longitude: 5.12222, locationNotes: 'Behind the gate' },
      ],
    }),
    responses: record('The address as it is now; a key that may not read gets its id', 'Address', {
      changed: ['With another house number', { ...exampleAddress, streetNumber: '14' }],
    }),
  },
});
