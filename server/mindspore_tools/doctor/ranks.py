"""The rank table of HCCL: which process runs on which device."""

from __future__ import annotations

import ipaddress
import json
from typing import Any

from mindspore_tools.common.text import Text


def read_rank_table(text: str | None) -> tuple[list[dict[str, Any]], list[Text]]:
    """The devices of a rank table (``server``, ``device_id``, ``rank``, ``ip``), and what is wrong with it.

    ``text`` is None when the file does not exist. Formats 1.0 (``server_list``) and the older one (``group_list``) are
    read.
    """
    if text is None:
        return [], [Text("the file does not exist.", "文件不存在。")]
    try:
        data = json.loads(text)
        devices = _devices(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return [], [
            Text("it cannot be read ({error}).", "无法解析（{error}）。").format(
                error=f"{type(error).__name__}: {error}"
            )
        ]
    return devices, _problems(data, devices)


def _devices(data: Any) -> list[dict[str, Any]]:
    if "server_list" in data:
        return [
            {
                "server": server["server_id"],
                "device_id": str(device["device_id"]),
                "rank": int(device["rank_id"]),
                "ip": device.get("device_ip", ""),
            }
            for server in data["server_list"]
            for device in server["device"]
        ]
    return [
        {
            "server": instance.get("server_id", ""),
            "device_id": str(device["device_id"]),
            "rank": int(instance["rank_id"]),
            "ip": device.get("device_ip", ""),
        }
        for group in data["group_list"]
        for instance in group["instance_list"]
        for device in instance["devices"]
    ]


def _problems(data: Any, devices: list[dict[str, Any]]) -> list[Text]:
    problems = []
    ranks = sorted(device["rank"] for device in devices)
    if ranks != list(range(len(devices))):
        problems.append(
            Text("the ranks are {ranks}, not 0 to {last}.", "rank 为 {ranks}，应为 0 到 {last}。").format(
                ranks=", ".join(map(str, ranks)) or "-", last=max(0, len(devices) - 1)
            )
        )
    places = [(device["server"], device["device_id"]) for device in devices]
    twice = sorted({place for place in places if places.count(place) > 1})
    if twice:
        problems.append(
            Text(
                "device {device} of {server} appears twice.", "{server} 的设备 {device} 出现了两次。"
            ).format(device=twice[0][1], server=twice[0][0])
        )
    addresses = [device["ip"] for device in devices if device["ip"]]
    same = sorted({address for address in addresses if addresses.count(address) > 1})
    if same:
        problems.append(
            Text("device_ip {ip} appears twice.", "device_ip {ip} 出现了两次。").format(ip=same[0])
        )
    for address in addresses:
        try:
            ipaddress.ip_address(address)
        except ValueError:
            problems.append(
                Text("device_ip {ip} is not an address.", "device_ip {ip} 不是有效地址。").format(ip=address)
            )
            break
    servers = {device["server"] for device in devices}
    stated = str(data.get("server_count", len(servers)))
    if stated.isdigit() and int(stated) != len(servers):
        problems.append(
            Text("server_count is {stated}, but {count} servers are listed.", "server_count 为 {stated}，实际列出了 {count} 个服务器。").format(
                stated=stated, count=len(servers)
            )
        )  # fmt: skip
    status = data.get("status")
    if status is not None and status != "completed":
        problems.append(
            Text("its status is {status}, not completed.", "status 为 {status}，应为 completed。").format(
                status=str(status)
            )
        )
    return problems
