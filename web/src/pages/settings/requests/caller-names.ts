// The caller of a request: the name of a key or of a member.
import type { ListedRequest } from '../../../../../sdk/src/index.ts';
import { usePeople } from '../../../parts/people.ts';
import { useWords } from '../../../words/words.ts';
import { useKeys } from '../keys/api-key.ts';
import { requestsWords } from './requests-words.ts';

export function useCallerNames(): (request: ListedRequest) => string {
  const say = useWords(requestsWords);
  const keys = useKeys();
  const people = usePeople();
  return ({ keyId, memberId }) => {
    if (memberId) {
      return say('byMember', { name: people.data?.[memberId] || say('unknownMember') });
    }
    const name = keys.data?.find(({ id }) => id === keyId)?.name;
    return name === undefined ? say('unknownKey') : say('byKey', { name });
  };
}
