// Drag and drop by mouse, long press and keyboard, with screen reader announcements.
import {
  Accessibility,
  AutoScroller,
  PointerActivationConstraints,
  StyleInjector,
} from '@dnd-kit/dom';
import { type DragDropProvider, KeyboardSensor, PointerSensor } from '@dnd-kit/react';
import type { ComponentProps } from 'react';
import { leadStatuses } from '../../../../contract/work-item-lists.ts';
import { takesReason } from '../../../../contract/work-item-moves.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { styleNonce } from '../../app/style-nonce.ts';
import type { statusWords } from '../../parts/work-item-words.ts';
import type { Say, Words } from '../../words/words.ts';
import type { LeadStatus } from './leads-data.ts';
import type { dragWords } from './leads-words.ts';

type SayOf<T> = T extends Words<infer Key> ? Say<Key> : never;

// Moving earlier means scrolling.
const holdMs = 250;
const holdTolerancePx = 8;
const mouseDistancePx = 5;
// Slow enough to drop on a passing column on a phone.
const edgeScroll = { acceleration: 12, threshold: 0.15 };

export const pointer = PointerSensor.configure({
  activatorElements: (card) => [card.element],
  preventActivation: ({ target }, { handle }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    return button !== null && button !== handle;
  },
  activationConstraints: ({ pointerType }) => [
    pointerType === 'mouse'
      ? new PointerActivationConstraints.Distance({ value: mouseDistancePx })
      : new PointerActivationConstraints.Delay({ value: holdMs, tolerance: holdTolerancePx }),
  ],
});

/** Arrow keys move between columns; within a column there is no manual order. */
export class ColumnKeys extends KeyboardSensor {
  protected override handleMove(
    direction: 'up' | 'down' | 'left' | 'right',
    event: KeyboardEvent,
  ): void {
    event.preventDefault();
    const { source, target, position } = this.manager.dragOperation;
    const step = { left: -1, right: 1, up: 0, down: 0 }[direction];
    if (!source || step === 0) return;
    const at = leadStatuses.indexOf((target?.id ?? leadOf(source).status) as LeadStatus);
    const status = leadStatuses[at + step];
    const column = status && this.manager.registry.droppables.get(status)?.element;
    if (!column) return;
    column.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
    const { left, width } = column.getBoundingClientRect();
    this.manager.actions.move({ event, to: { x: left + width / 2, y: position.current.y } });
  }
}

export function leadOf(source: { data: Record<string, unknown> }): ListedWorkItem {
  return source.data['lead'] as ListedWorkItem;
}

type Plugins = ComponentProps<typeof DragDropProvider>['plugins'];
type AccessibilityOptions = NonNullable<ConstructorParameters<typeof Accessibility>[1]>;

export function pluginsFor(
  say: SayOf<typeof dragWords>,
  sayStatus: SayOf<typeof statusWords>,
): Plugins {
  // The first dragover is always over the card's own column: do not announce it.
  let isJustPicked = false;
  const accessibility: AccessibilityOptions = {
    debounce: 0,
    screenReaderInstructions: { draggable: say('instructions') },
    announcements: {
      dragstart: ({ operation: { source } }) => {
        if (!source) return undefined;
        isJustPicked = true;
        const { title, status } = leadOf(source);
        return say('picked', { title, status: sayStatus(status) });
      },
      dragover: ({ operation: { source, target } }) => {
        if (!source) return undefined;
        const { title, status } = leadOf(source);
        const isOwnColumn = isJustPicked && target?.id === status;
        isJustPicked = false;
        if (isOwnColumn) return undefined;
        if (!target) return say('nowhere', { title });
        return say('over', { title, status: sayStatus(target.id as LeadStatus) });
      },
      dragend: ({ operation: { source, target }, canceled }) => {
        if (!source) return undefined;
        const { title, status } = leadOf(source);
        const isMoved = !canceled && target && target.id !== status;
        if (!isMoved) return say('stayed', { title, status: sayStatus(status) });
        const to = target.id as LeadStatus;
        return say(takesReason(to) ? 'asked' : 'dropped', { title, status: sayStatus(to) });
      },
    },
  };
  return (defaults) => [
    StyleInjector.configure({ nonce: styleNonce }),
    ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== AutoScroller),
    AutoScroller.configure(edgeScroll),
    Accessibility.configure(accessibility),
  ];
}
