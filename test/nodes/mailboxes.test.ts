// One mailbox and two servers: one of them polls it at a time, and the other takes over.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Dovecot,
  mailboxSettings,
  missingDovecot,
  plainMail,
  startDovecot,
} from '../support/dovecot.ts';
import { intakesOf, leadsOf, mailChannel } from '../support/mail-in.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { eventually } from '../support/within.ts';

describe('a mailbox and two servers', { skip: missingDovecot }, () => {
  let dovecot: Dovecot;
  let nodes: Nodes;
  before(async () => {
    dovecot = await startDovecot();
    const env = { ...mailboxSettings([dovecot.imapsPort]), JOB_LEASE_MS: '2000' };
    nodes = await startNodes({ env });
  });
  after(async () => {
    await nodes?.stop();
    await dovecot?.stop();
  });

  test('each mail is taken in once, also when one of them is killed', async () => {
    const [one, other] = nodes.all;
    const deliver = async (from: number, to: number) => {
      for (let number = from; number < to; number++) {
        await dovecot.deliver('jan', plainMail(`Mail ${number}`));
      }
    };
    const channel = await mailChannel(one, { mailboxUrl: dovecot.mailboxUrl('jan') });
    await deliver(0, 10);
    await eventually(async () => (await leadsOf(other, channel)).length === 10);
    await deliver(10, 20);
    await one.stop('SIGKILL');
    await eventually(async () => (await dovecot.look('jan'))?.length === 0);
    const titles = (await leadsOf(other, channel)).map(({ title }) => title);
    assert.equal(titles.length, 20);
    assert.equal(new Set(titles).size, 20);
    assert.equal((await intakesOf(other, channel)).length, 20);
  });
});
