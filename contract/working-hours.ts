/** When a brand works, by its clock; the same on each of these days. */
export interface WorkingHours {
  /** 1 is Monday, 7 is Sunday. */
  days: number[];
  /** Minutes after midnight. */
  from: number;
  until: number;
}
