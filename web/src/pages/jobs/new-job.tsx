// The form for a new job.
import {
  Fieldset,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { longTextLengthMax, titleLengthMax } from '../../../../contract/limits.ts';
import { priorities } from '../../../../contract/work-item-lists.ts';
import type { Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds, invalidate } from '../../app/queries.ts';
import { assigneeWords } from '../../parts/assignee-words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftNote, useFormDraft } from '../../parts/draft.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { fieldErrors } from '../../parts/describe-error.ts';
import { usePlanPeople } from '../../parts/plan-people.ts';
import { priorityWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { CustomerSelect, type KnownCustomer } from './customer-select.tsx';
import { type CustomerKind, customerKinds, newJobOf } from './new-job-fields.ts';
import { newJobWords } from './new-job-words.ts';

const fieldNames = [
  'title',
  'customerId',
  'customer.name',
  'customer.phone',
  'customer.email',
  'address.street',
  'address.streetNumber',
  'address.postalCode',
  'address.city',
  'scheduledStart',
  'scheduledEnd',
  'assigneeId',
  'priority',
  'description',
] as const;

interface NewJobDialogProps {
  /** Local times, such as `2026-11-20T09:00`. */
  start?: string;
  end?: string;
  assigneeId?: string | null;
  customer?: Customer;
  onClose: () => void;
}

export default function NewJobDialog(props: NewJobDialogProps): ReactNode {
  const { start, end, assigneeId, customer, onClose } = props;
  const say = useWords(newJobWords);
  const sayAssignee = useWords(assigneeWords);
  const sayPriority = useWords(priorityWords);
  const { timeZone } = useFormat();
  const { people, isOnePerson } = usePlanPeople();
  const [, go] = useLocation();
  const first = {
    kind: 'known',
    known: jsonOf(customer ?? null),
    priority: 'medium',
    scheduledStart: start,
    scheduledEnd: end,
    assigneeId,
  };
  const draft = useFormDraft(`new-job ${customer?.id ?? ''}`, first);
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<CustomerKind>(() =>
    draft.values['kind'] === 'fresh' ? 'fresh' : 'known',
  );
  const [known, setKnown] = useState<KnownCustomer | null>(() =>
    draft.values['known'] ? JSON.parse(draft.values['known']) : (customer ?? null),
  );
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isWithoutCustomer, setIsWithoutCustomer] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (kind === 'known' && !known) return setIsWithoutCustomer(true);
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setIsBusy(true);
    setError(null);
    try {
      const job = await client.workItems.create(
        newJobOf(fields, kind === 'known' ? known!.id : null, timeZone),
      );
      draft.drop();
      void invalidate(kinds.workItems);
      go(`/jobs/${job.id}`);
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  const cancel = () => {
    draft.drop();
    onClose();
  };
  const discard = () => {
    draft.discard();
    setKind('known');
    setKnown(customer ?? null);
  };
  /** A choice is no input of the form. */
  const choose = (change: () => void) => {
    flushSync(change);
    draft.keep(form.current!);
  };
  const wrong = fieldErrors(error);
  const field = (name: (typeof fieldNames)[number]) => ({
    name,
    defaultValue: draft.values[name],
    error: wrong[name],
  });

  return (
    <Dialog onClose={onClose} title={say('title')} size="lg">
      <form
        ref={form}
        key={draft.key}
        onInput={draft.onInput}
        onSubmit={(event) => void submit(event)}
      >
        <Stack>
          <DraftNote draft={{ ...draft, discard }} />
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="known" value={jsonOf(known)} />
          <TextInput
            label={say('what')}
            {...field('title')}
            maxLength={titleLengthMax}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Fieldset legend={say('who')}>
            <Stack gap="sm">
              <SegmentedControl
                aria-label={say('who')}
                value={kind}
                onChange={(value) => choose(() => setKind(value as CustomerKind))}
                data={customerKinds.map((value) => ({ value, label: say(value) }))}
              />
              {kind === 'known' ? (
                <CustomerSelect
                  first={known}
                  onChange={(chosen) => choose(() => setKnown(chosen))}
                  error={isWithoutCustomer && !known ? say('needCustomer') : wrong['customerId']}
                />
              ) : (
                <>
                  <TextInput
                    label={say('name')}
                    {...field('customer.name')}
                    required
                    withAsterisk={false}
                  />
                  <TextInput label={say('phone')} type="tel" {...field('customer.phone')} />
                  <TextInput label={say('email')} type="email" {...field('customer.email')} />
                </>
              )}
            </Stack>
          </Fieldset>
          <Fieldset legend={say('where')}>
            <Text size="sm" mb="xs">
              {say('whereHint')}
            </Text>
            <SimpleGrid cols={2} spacing="sm">
              <TextInput label={say('street')} {...field('address.street')} />
              <TextInput label={say('streetNumber')} {...field('address.streetNumber')} />
              <TextInput label={say('postalCode')} {...field('address.postalCode')} />
              <TextInput label={say('city')} {...field('address.city')} />
            </SimpleGrid>
          </Fieldset>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              type="datetime-local"
              label={say('start')}
              {...field('scheduledStart')}
              defaultValue={start ?? draft.values['scheduledStart']}
            />
            <TextInput
              type="datetime-local"
              label={say('end')}
              {...field('scheduledEnd')}
              defaultValue={end ?? draft.values['scheduledEnd']}
            />
          </SimpleGrid>
          {!isOnePerson && (
            <NativeSelect
              label={sayAssignee('label')}
              {...field('assigneeId')}
              defaultValue={assigneeId ?? draft.values['assigneeId']}
              data={people.map(({ id, name }) => ({ value: id ?? '', label: name }))}
            />
          )}
          <NativeSelect
            label={say('priority')}
            {...field('priority')}
            defaultValue={draft.values['priority'] ?? first.priority}
            data={priorities.map((value) => ({ value, label: sayPriority(value) }))}
          />
          <Textarea
            label={say('description')}
            {...field('description')}
            maxLength={longTextLengthMax}
            autosize
            minRows={3}
            maxRows={10}
          />
          {error !== null && <ErrorNote error={error} fields={fieldNames} />}
          <FormButtons action={say('save')} isBusy={isBusy} onCancel={cancel} />
        </Stack>
      </form>
    </Dialog>
  );
}

function jsonOf(customer: KnownCustomer | null): string {
  if (!customer) return '';
  const { id, name, phone, email } = customer;
  return JSON.stringify({ id, name, phone, email });
}
