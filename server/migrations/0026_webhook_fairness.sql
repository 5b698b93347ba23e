-- expand
-- Deliveries are claimed a few per endpoint, so that an endpoint that hangs holds up no other.
create index webhook_delivery_open on webhook_delivery (endpoint_id, next_try_at)
  where next_try_at is not null;
drop index webhook_delivery_due;
