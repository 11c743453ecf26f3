/** What a caller is told who would delete a customer without saying that it is for good. */
export const notMeant =
  'erase must be true: a customer is removed only for good, with all personal data. To take it out of ' +
  'use, archive it instead';
