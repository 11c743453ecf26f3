import { membersPerBrandMax } from '#contract/limits.ts';
import { operations } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

export const docs = operations({
  listMembers: {
    summary: 'List the members of the brand',
    description:
      'The people whose ids `assigneeId` may have. A key without personal data may not read their names.',
    responses: json(200, 'The members', 'MemberPage', {
      members: [
        'A business of two',
        {
          data: [
            { id: '019a2b6e-1c44-7d0a-8f2e-9b1c3d5e7f60', name: 'Piet' },
            { id: '019a2b6e-3f0b-7a12-b8c4-2d4e6f8a0b1c', name: 'Sanne' },
          ],
          limit: membersPerBrandMax,
        },
      ],
    }),
  },
});
