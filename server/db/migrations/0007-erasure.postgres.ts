export const erasureOnPostgres = `
    create index idempotency_keys_by_work_item on idempotency_keys (brand_id, work_item_id);
    create index customers_by_address on customers (brand_id, address_id)
      where address_id is not null;
  `;
