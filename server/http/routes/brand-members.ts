import type { FastifyInstance } from 'fastify';
import { membersPerBrandMax } from '#contract/limits.ts';
import { callerOf } from '../gate/authenticate.ts';
import { readScopes } from '../gate/work-item-scopes.ts';
import { refuseParameters } from '../read-request.ts';
import { docs } from './brand-members.docs.ts';

export function brandMemberRoutes(app: FastifyInstance): void {
  app.get(
    '/v1/api/members',
    { config: { scope: Object.values(readScopes), shows: 'personal' }, schema: docs.listMembers },
    async (request) => {
      refuseParameters(request);
      const { brandId } = callerOf(request);
      const people = await request.run('listPeople', { brandId });
      const members = people.filter(({ hasLeft }) => !hasLeft);
      return { data: members.map(({ id, name }) => ({ id, name })), limit: membersPerBrandMax };
    },
  );
}
