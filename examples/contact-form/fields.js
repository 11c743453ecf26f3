// The fields of the form, and what visitors read about them.

/** Names and limits of the API. */
export const lengthsMax = {
  customerName: 200,
  email: 254,
  phone: 40,
  street: 200,
  streetNumber: 20,
  streetNumberAddition: 20,
  postalCode: 20,
  city: 200,
  title: 200,
  description: 10_000,
};

export const fieldNames = Object.keys(lengthsMax);
export const requiredFields = ['customerName', 'title'];

export function problemsIn(lead, texts) {
  const { labels } = texts;
  const problems = [
    ...requiredFields.filter((name) => !lead[name]).map((name) => texts.required(labels[name])),
    ...fieldNames
      .filter((name) => lead[name].length > lengthsMax[name])
      .map((name) => texts.tooLong(labels[name], lengthsMax[name])),
  ];
  if (!lead.email && !lead.phone) problems.push(texts.contact);
  if (lead.email && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(lead.email)) problems.push(texts.email);
  if (lead.phone && !/\p{Nd}/u.test(lead.phone)) problems.push(texts.phone);
  return problems;
}

/** The messages of the API are for programmers: each begins with the name of its field. */
export function refusedFields(messages, texts) {
  const names = new Set(messages.map((message) => message.split(' ')[0]));
  const known = fieldNames.filter((name) => names.has(name));
  return known.length > 0 ? known.map((name) => texts.check(texts.labels[name])) : [texts.checkAll];
}
