-- The headers of each attempt as they were sent, one "name: value" per line. Values that are secret are hidden. Null for
-- attempts of versions that did not store them.
alter table attempts add column headers text;
alter table finished_deliveries add column success_headers text;
