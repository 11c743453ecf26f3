// The code that puts a form on a website.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  embedSnippet,
  htmlSnippet,
  originOf,
  unreachableAs,
} from '../../web/src/pages/settings/channels/snippets.ts';
import { markup } from '../support/markup.ts';

const channel = {
  id: '01a1f160-7c7e-7000-be71-a7fbfafc468e',
  url: 'https://leads.example.com/f/01a1f160-7c7e-7000-be71-a7fbfafc468e',
  fields: [
    { field: 'customerName', isRequired: true, label: markup('label') },
    { field: 'description', isRequired: false, label: null },
    { field: 'photos', isRequired: false, label: null },
  ] as const,
};

test('labels are escaped', () => {
  const words = { labelOf: (field: string) => field, send: 'Send & go', language: 'en' };
  const html = htmlSnippet(channel, words);
  assert.ok(!html.includes('<img'), html);
  assert.match(html, /<input name="customerName" autocomplete="name" required>/);
  assert.match(html, /<textarea name="description" rows="5"><\/textarea>/);
  assert.match(html, /<input type="file" name="photos" accept="image\/\*" multiple>/);
  assert.match(html, />Send &amp; go</);
});

test('an address that visitors cannot reach is known', () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:80', 'a.localhost']) {
    assert.equal(unreachableAs(`http://${host}/f/x`), 'onlyHere', host);
  }
  assert.equal(unreachableAs('http://leads.example.com/f/x'), 'notEncrypted');
  assert.equal(unreachableAs('https://leads.example.com/f/x'), null);
});

test('a website is written with or without a page', () => {
  for (const text of [
    'www.example.com',
    ' https://www.example.com/contact?x ',
    'https://WWW.example.com:443',
  ]) {
    assert.equal(originOf(text), 'https://www.example.com');
  }
  assert.equal(originOf('http://localhost:8080/x'), 'http://localhost:8080');
  for (const text of ['https://', 'two words']) assert.equal(originOf(text), text);
});

test('the embed is one line of the service’s own origin', () => {
  assert.equal(
    embedSnippet({ ...channel, fields: [] }),
    `<script src="https://leads.example.com/f/embed.js" data-channel="${channel.id}" async></script>`,
  );
});
