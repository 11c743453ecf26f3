// Every limit a caller can meet, each with its unit in the name.

export const nameLengthMax = 200;
export const titleLengthMax = 200;
export const cityLengthMax = 200;
export const streetLengthMax = 200;
export const categoryLengthMax = 200;
export const budgetQuoteLengthMax = 200;
export const streetNumberLengthMax = 20;
export const postalCodeLengthMax = 20;
export const countryLengthMax = 100;
export const emailLengthMax = 254;
export const idLengthMax = 100;
export const phoneLengthMax = 40;
export const longTextLengthMax = 10_000;
// With the notes that were added later: several long ones.
export const wholeNotesLengthMax = 4 * longTextLengthMax;
export const notesPerItemMax = 500;
export const hoursLengthMax = 1_000;
export const reasonLengthMax = 1_000;
// A drawn signature travels as a data URL.
export const signatureLengthMax = 100_000;
export const tagLengthMax = 100;
export const tagsMax = 50;
// A hundred million euros.
export const centsMax = 10_000_000_000;
export const photoUrlLengthMax = 8_192;
export const photoUrlsMax = 10;
export const photosPerItemMax = 100;
export const photosPendingMax = 2_000;
export const photoBytesMax = 15 * 1024 * 1024;
export const photoMegapixelsMax = 50;
export const photoDownloadMsMax = 10_000;
export const photoRedirectsMax = 3;
export const pictureSideMax = 2_560;
export const thumbnailSideMax = 480;

export const webhooksPerBrandMax = 20;
export const webhookUrlLengthMax = 2_048;
export const webhookDescriptionLengthMax = 500;
export const webhookTimeoutMsMax = 15_000;
export const webhookAnswerBytesKept = 2 * 1024;
export const webhookAnswerBytesMax = 64 * 1024;
export const webhookFailingDaysMax = 5;
export const webhookLogDays = 30;
export const webhookSecretOverlapHours = 24;

export const pageSizeDefault = 50;
export const pageSizeMax = 200;
export const searchTextLengthMax = 200;
export const filterValuesMax = 50;
export const routeLengthMax = 200;
export const cursorLengthMax = 1_000;

export const bodyBytesMax = 256 * 1024;
export const batchLeadsMax = 500;
export const batchBodyBytesMax = 4 * 1024 * 1024;
// A file of 5 MB, plus the overhead of JSON.
export const importBodyBytesMax = 10 * 1024 * 1024;
export const importRowsMax = 25_000;
export const importColumnsMax = 200;
export const unfinishedImportsMax = 5;
export const importKeptDays = 30;
export const fileNameLengthMax = 200;
export const restoreDaysMax = 30;
export const mergeUndoDays = 30;
// Each one leaves an event.
export const mergedWorkItemsMax = 5_000;
export const mergedCustomersMax = 500;
export const requestLogDays = 30;
// Records of a test side are deleted after that.
export const testSideDays = 30;
export const channelsPerBrandMax = 100;
export const channelOriginsMax = 20;
export const channelUrlLengthMax = 2_048;
export const mailboxUrlLengthMax = 1_000;
export const responseBodyLengthMax = 10_000;
// By default; an operator can set it.
export const intakeDays = 30;
// Replies to a mail are added to its lead for that long.
export const mailThreadDays = 365;
// Held intakes of a channel, refused ones, and discarded ones; beyond that some are deleted.
export const heldPerChannelMax = 1_000;
// The same, with their pictures.
export const keptBytesPerChannelMax = 200 * 1024 * 1024;
// A form post or a hook without files.
export const plainPostBytesMax = 1024 * 1024;
// A form post with its pictures, and a mail with its attachments.
export const uploadBytesMax = 25 * 1024 * 1024;
export const mailBytesMax = 25 * 1024 * 1024;
export const filesPerIntakeMax = 10;
// Of one address to one form. More are held, as a website's own server may pass on all its visitors; the
// next are refused.
export const formPostsPerMinuteMax = 20;
export const heldPostsPerMinuteMax = 100;
// A path of a channel's map, and the paths that one field joins.
export const mapPathLengthMax = 500;
export const mapPathsMax = 20;
export const calendarLinksMax = 100;
// Lifetime of the key and the link that the first start prints, if unused.
export const firstSecretsHours = 24;
export const passwordLengthMin = 10;
export const passwordLengthMax = 200;
export const sessionsPerAccountMax = 50;
export const membersPerBrandMax = 500;
export const invitationsPerBrandMax = 100;
export const passkeysPerAccountMax = 20;
export const pushSubscriptionsPerAccountMax = 20;
export const pushEndpointLengthMax = 2_048;
export const minutesPerDay = 24 * 60;
export const answerMinutesMax = 7 * minutesPerDay;
// As a data URL.
export const logoLengthMax = 100_000;
export const customerMailSubjectLengthMax = 200;
export const customerMailTextLengthMax = 5_000;
// To one customer: a form with somebody else's address must not flood that mailbox.
export const receiptsPerCustomerPerDayMax = 3;
export const activeKeysPerBrandMax = 200;
export const keyOverlapHoursMax = 24 * 30;
export const jsonDepthMax = 32;
// Per object of a body.
export const jsonFieldsMax = 500;
// Fields and items of a body, at all levels.
export const jsonValuesMax = 5_000;
export const batchJsonValuesMax = 100_000;
export const importJsonValuesMax = importRowsMax * importColumnsMax;
// Bounds of error messages, in responses and in the request log.
export const messagesMax = 20;
export const messageLengthMax = 1_000;
export const messagesBytesMax = 8 * 1024;
export const messagesBytesLogged = 2 * 1024;
// Proxies often allow 4 or 8 KB for all headers of a response.
export const errorDetailsBytesMax = 1024;
export const batchLeadMessagesBytesMax = 1024;
export const echoedLengthMax = 100;
export const idempotencyKeyLengthMax = 255;
export const idempotencyHours = 24;
// What a phone could not send may wait for weeks before the app is opened again.
export const memberIdempotencyDays = 30;
export const rateWindowSeconds = 60;
export const requestsPerMinuteDefault = 600;
// All items that a member can leave behind.
export const decisionsMax = activeKeysPerBrandMax + webhooksPerBrandMax + calendarLinksMax;
