// The rules of lead intake as a plain model: one lead at a time, every customer compared, nothing
// cached. The planner is checked against it.

export interface ModelCustomer {
  id: string;
  brandId: string;
  createdAt: number;
  name: string;
  email: string;
  phone: string;
  addressId: string | null;
  /** Customers merged into it. */
  merged?: { email: string; phone: string }[];
}

interface ModelLead {
  brandId: string;
  receivedAt: number;
  name: string;
  email: string | undefined;
  phone: string | undefined;
  newCustomerId: string;
  /** Undefined for a lead without an address. */
  addressId: string | undefined;
}

export interface ModelOutcome {
  customerId: string;
  isNew: boolean;
  addsPhone: boolean;
  addsAddress: boolean;
  phoneIsAnothers: boolean;
  /** What the customer does not have. */
  others: ('name' | 'email' | 'phone' | 'address')[];
}

export function takeIn(customers: ModelCustomer[], lead: ModelLead): ModelOutcome {
  const ofBrand = customers.filter((customer) => customer.brandId === lead.brandId);
  const byEmail = oldest(ofBrand.filter((one) => hasEmail(one, lead.email)));
  const withPhone = ofBrand.filter((one) => hasPhone(one, lead.phone));
  const nothingElse = { addsPhone: false, addsAddress: false, phoneIsAnothers: false };
  const othersThan = (customer: ModelCustomer, phoneIsAnothers: boolean) => {
    const others: ModelOutcome['others'] = [];
    if (customer.name.toLowerCase() !== lead.name.toLowerCase()) others.push('name');
    if (lead.email && !isSameEmail(customer.email, lead.email)) others.push('email');
    const isOtherPhone = lead.phone && !isSamePhone(customer.phone, lead.phone);
    if (isOtherPhone && !phoneIsAnothers) others.push('phone');
    // All addresses of the model are the same place.
    if (lead.addressId && customer.addressId === null) others.push('address');
    return others;
  };

  if (byEmail) {
    const addsPhone = byEmail.phone === '' && lead.phone !== undefined;
    const addsAddress = byEmail.addressId === null && lead.addressId !== undefined;
    const phoneIsAnothers = withPhone.length > 0 && !withPhone.includes(byEmail);
    if (addsPhone) byEmail.phone = lead.phone!;
    if (addsAddress) byEmail.addressId = lead.addressId!;
    const others = othersThan(byEmail, phoneIsAnothers);
    return {
      customerId: byEmail.id,
      isNew: false,
      addsPhone,
      addsAddress,
      phoneIsAnothers,
      others,
    };
  }
  const byPhone = oldest(withPhone);
  if (byPhone) {
    const others = othersThan(byPhone, false);
    return { customerId: byPhone.id, isNew: false, ...nothingElse, others };
  }

  customers.push({
    id: lead.newCustomerId,
    brandId: lead.brandId,
    createdAt: lead.receivedAt,
    name: lead.name,
    email: lead.email ?? '',
    phone: lead.phone ?? '',
    addressId: lead.addressId ?? null,
  });
  return { customerId: lead.newCustomerId, isNew: true, ...nothingElse, others: [] };
}

/** Its own, or that of a merged customer. */
export function hasEmail(customer: ModelCustomer, email: string | undefined): boolean {
  return [customer, ...(customer.merged ?? [])].some((one) => isSameEmail(one.email, email));
}

export function hasPhone(customer: ModelCustomer, phone: string | undefined): boolean {
  return [customer, ...(customer.merged ?? [])].some((one) => isSamePhone(one.phone, phone));
}

function isSameEmail(one: string, other: string | undefined): boolean {
  return one !== '' && one.toLowerCase() === other?.toLowerCase();
}

function isSamePhone(one: string, other: string | undefined): boolean {
  const [digits, otherDigits] = [onlyDigits(one), onlyDigits(other ?? '')];
  return digits !== '' && digits.slice(-9) === otherDigits.slice(-9);
}

function onlyDigits(text: string): string {
  return [...text].filter((character) => '0123456789'.includes(character)).join('');
}

function oldest(customers: ModelCustomer[]): ModelCustomer | undefined {
  return customers.toSorted(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  )[0];
}
