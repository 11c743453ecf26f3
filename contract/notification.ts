// Request bodies about notifications, for the web app's own endpoints.
import { type Static, Type } from 'typebox';
import { nullable, oneOf } from './field-types.ts';
import { minutesPerDay, pushEndpointLengthMax } from './limits.ts';
import { notificationKinds } from './notification-lists.ts';

const Kinds = Type.Array(oneOf(notificationKinds, 'Kind of notification'), {
  maxItems: notificationKinds.length,
});
/** Minutes after midnight. */
const MinuteOfDay = nullable(Type.Integer({ minimum: 0, maximum: minutesPerDay }));

export const NotificationPatch = Type.Object({
  push: Type.Optional(Kinds),
  email: Type.Optional(Kinds),
  quietFrom: Type.Optional(MinuteOfDay),
  quietUntil: Type.Optional(MinuteOfDay),
  /** The member answered the question after sign-in, or skipped it. */
  isAsked: Type.Optional(Type.Boolean()),
});

/** As `PushSubscription.toJSON()` of a browser has it. */
export const NewPushSubscription = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: pushEndpointLengthMax }),
  keys: Type.Object({
    p256dh: Type.String({ minLength: 1, maxLength: 200 }),
    auth: Type.String({ minLength: 1, maxLength: 100 }),
  }),
});

export type NotificationPatch = Static<typeof NotificationPatch>;
export type NewPushSubscription = Static<typeof NewPushSubscription>;
